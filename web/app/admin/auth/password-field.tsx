import { PasswordInput, type PasswordInputProps } from '@mantine/core'

const MIN = 10
const MAX = 200

/** A new password. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${MIN} characters; a few words in a row are good.`}
      autoComplete="new-password"
      required
      maxLength={MAX}
      {...props}
    />
  )
}

export function passwordProblem(password: string): string | null {
  return password.length < MIN ? `At least ${MIN} characters, please` : null
}
