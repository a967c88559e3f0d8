import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useFirstFocus } from './first-focus.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** E-mail and password. */
export function PasswordStep({ isBusy, onDone }: { readonly isBusy: boolean; onDone(credentials: Credentials): void }) {
  const first = useFirstFocus<HTMLInputElement>()
  const form = useForm({ initialValues: { email: '', password: '' } })
  return (
    <form onSubmit={form.onSubmit((values) => onDone({ email: values.email.trim(), password: values.password }))}>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          ref={first}
          size="md"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="md"
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy} mt="xs">
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
