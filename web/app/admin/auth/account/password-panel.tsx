import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api } from '../../../api/browser.ts'
import { useAction } from '../../kit/action.tsx'
import { FailureNote, fieldErrors } from '../../kit/failure.tsx'
import { Icon } from '../../kit/icon.tsx'
import { useMe } from '../../kit/me.ts'
import { Panel } from '../../kit/panel.tsx'
import { pageLanguage } from '../page-language.ts'
import { NewPasswordField, passwordProblem } from '../password-field.tsx'

interface Draft {
  readonly currentPassword: string
  readonly newPassword: string
  readonly totp: string
}

const EMPTY: Draft = { currentPassword: '', newPassword: '', totp: '' }

/** Changes one's own password, given the current one; a forgotten one is reset by a mailed link. */
export function PasswordPanel({ hasTotp }: { readonly hasTotp: boolean }) {
  const { user } = useMe()
  const form = useForm<Draft>({ initialValues: EMPTY, validate: { newPassword: passwordProblem } })
  const change = useAction(
    ({ totp, ...passwords }: Draft) =>
      api.post('/api/auth/password', { body: { ...passwords, ...(totp === '' ? {} : { totp }), lang: pageLanguage() } }),
    {
      done: 'Your password was changed. You have been signed out everywhere else.',
      isQuiet: true,
      onDone: () => form.reset(),
      onFailure: (failure) => form.setErrors(fieldErrors(failure)),
    },
  )
  const ask = useAction(() => api.post('/api/auth/forgot-password', { body: { email: user.email, lang: pageLanguage() } }), {
    done: `We sent a link to ${user.email}`,
  })
  return (
    <Panel title="Password">
      <form onSubmit={form.onSubmit((draft) => void change.run(draft))}>
        <Stack>
          <Text size="sm" c="dimmed">
            Changing your password signs you out everywhere else. We confirm it by email to {user.email}.
          </Text>
          {change.failure === undefined || change.failure.details.length > 0 ? null : <FailureNote failure={change.failure} />}
          <PasswordInput label="Current password" autoComplete="current-password" required {...form.getInputProps('currentPassword')} />
          <NewPasswordField {...form.getInputProps('newPassword')} />
          {hasTotp ? <TextInput label="Two-factor code" autoComplete="one-time-code" required {...form.getInputProps('totp')} /> : null}
          <Group>
            <Button type="submit" loading={change.isBusy} leftSection={<Icon name="key" />}>
              Change password
            </Button>
            <Button variant="default" loading={ask.isBusy} onClick={() => void ask.run()}>
              Email me a reset link
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
