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

/** Changes one's own password, for whoever knows the current one; who forgot it gets a link by mail. */
export function PasswordPanel({ hasTotp }: { readonly hasTotp: boolean }) {
  const { user } = useMe()
  const form = useForm<Draft>({ initialValues: EMPTY, validate: { newPassword: passwordProblem } })
  const change = useAction(
    ({ totp, ...passwords }: Draft) =>
      api.post('/api/auth/password', { body: { ...passwords, ...(totp === '' ? {} : { totp }), lang: pageLanguage() } }),
    {
      done: 'Your password is changed, and you are signed out everywhere else',
      isQuiet: true,
      onDone: () => form.reset(),
      onFailure: (failure) => form.setErrors(fieldErrors(failure)),
    },
  )
  const ask = useAction(() => api.post('/api/auth/forgot-password', { body: { email: user.email, lang: pageLanguage() } }), {
    done: `A link is on its way to ${user.email}`,
  })
  return (
    <Panel title="Password">
      <form onSubmit={form.onSubmit((draft) => void change.run(draft))}>
        <Stack>
          <Text size="sm" c="dimmed">
            Changing it signs you out everywhere else, and a mail to {user.email} tells of it.
          </Text>
          {change.failure === undefined || change.failure.details.length > 0 ? null : <FailureNote failure={change.failure} />}
          <PasswordInput label="Current password" autoComplete="current-password" required {...form.getInputProps('currentPassword')} />
          <NewPasswordField {...form.getInputProps('newPassword')} />
          {hasTotp ? (
            <TextInput label="Code of the second factor" autoComplete="one-time-code" required {...form.getInputProps('totp')} />
          ) : null}
          <Group>
            <Button type="submit" loading={change.isBusy} leftSection={<Icon name="key" />}>
              Change password
            </Button>
            <Button variant="default" loading={ask.isBusy} onClick={() => void ask.run()}>
              I forgot it: mail me a link
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
