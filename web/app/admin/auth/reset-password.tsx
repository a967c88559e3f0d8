import { Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { FailureNote } from '../kit/notes.tsx'
import { titled } from '../kit/page.tsx'
import { DeadLink, EntryCard, isOfLink, pageLanguage, useFirstFocus } from './entry-card.tsx'
import { NewPasswordField, passwordProblem } from './password-field.tsx'

export const meta = titled('New password')

export default function ResetPassword() {
  const first = useFirstFocus<HTMLInputElement>()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordProblem } })
  const reset = useAction(
    (password: string) => api.post('/api/auth/reset-password/{token}', { path: { token }, body: { password, lang: pageLanguage() } }),
    { isQuiet: true, onDone: () => navigate('/login?done=reset', { replace: true }) },
  )
  if (reset.failure !== undefined && isOfLink(reset.failure)) {
    return (
      <DeadLink
        failure={reset.failure}
        what="link"
        help={
          <Button component={Link} to="/forgot-password" fullWidth>
            Request a new link
          </Button>
        }
      />
    )
  }
  return (
    <EntryCard
      title="New password"
      description="This ends all sessions of your account."
      footer={
        <Anchor component={Link} to="/login">
          Back to sign-in
        </Anchor>
      }
    >
      <form onSubmit={form.onSubmit(({ password }) => void reset.run(password))}>
        <Stack>
          <FailureNote failure={reset.failure} />
          <NewPasswordField withAsterisk={false} ref={first} size="md" {...form.getInputProps('password')} />
          <Button type="submit" size="md" fullWidth loading={reset.isBusy}>
            Set password
          </Button>
        </Stack>
      </form>
    </EntryCard>
  )
}
