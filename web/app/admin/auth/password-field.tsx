import { PasswordInput, type PasswordInputProps } from '@mantine/core'

const MIN = 10
const MAX = 200

/** A new password. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${MIN} characters. A few words in a row work well; common passwords are refused.`}
      autoComplete="new-password"
      required
      maxLength={MAX}
      {...props}
    />
  )
}

export function findPasswordProblem(password: string): string | null {
  return password.length < MIN ? `Use at least ${MIN} characters` : null
}
