import { Button, Code, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { fieldErrors, FailureNote } from '../kit/notes.tsx'
import { titled } from '../kit/page.tsx'
import { dateTime } from '../kit/words.ts'
import { DeadLink, EntryCard, isOfLink } from './entry-card.tsx'
import { NewPasswordField, passwordProblem } from './password-field.tsx'

export const meta = titled('First account')

/** /setup/{token}: the first account, by the link in the service's log. Leads to the first steps. */
export default function Setup() {
  const { token = '' } = useParams()
  const { data, failure } = useAnswer(token, () => api.get('/api/auth/setup/{token}', { path: { token } }))
  if (failure !== undefined) return <Dead failure={failure} />
  if (data === undefined) {
    return (
      <EntryCard title="First account">
        <Skeleton height={180} />
      </EntryCard>
    )
  }
  return <FirstAccount token={token} expiresAt={data.setup.expiresAt} />
}

function FirstAccount({ token, expiresAt }: { readonly token: string; readonly expiresAt: string }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email: '', displayName: '', password: '' }, validate: { password: passwordProblem } })
  const make = useAction(
    (body: { email: string; displayName: string; password: string }) => api.post('/api/auth/setup/{token}', { path: { token }, body }),
    {
      isQuiet: true,
      onDone: () => navigate('/admin/first-steps', { replace: true }),
      onFailure: (failure) => form.setErrors(fieldErrors(failure)),
    },
  )
  if (make.failure !== undefined && isOfLink(make.failure)) return <Dead failure={make.failure} />
  return (
    <EntryCard
      title="First account"
      description="This service has no account yet. Yours will be its first owner, who can do everything here."
    >
      <form
        onSubmit={form.onSubmit(({ email, displayName, password }) => {
          void make.run({ email: email.trim(), displayName: displayName.trim(), password })
        })}
      >
        <Stack>
          <FailureNote failure={make.failure} />
          <TextInput
            label="Email"
            type="email"
            required
            withAsterisk={false}
            autoComplete="username"
            size="md"
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Your name"
            required
            withAsterisk={false}
            maxLength={100}
            autoComplete="name"
            size="md"
            {...form.getInputProps('displayName')}
          />
          <NewPasswordField withAsterisk={false} label="Password" size="md" {...form.getInputProps('password')} />
          <Button type="submit" size="md" fullWidth loading={make.isBusy}>
            Make account and sign in
          </Button>
          <Text size="sm" c="dimmed">
            The link works until {dateTime(expiresAt)}, once.
          </Text>
        </Stack>
      </form>
    </EntryCard>
  )
}

function Dead({ failure }: { readonly failure: Parameters<typeof DeadLink>[0]['failure'] }) {
  return (
    <DeadLink
      failure={failure}
      what="setup link"
      help={
        <Stack>
          <Text size="sm">
            If there is an account already, sign in. Otherwise restart the service: its log has a new link.{' '}
            <Code>npm run admin -- setup-link</Code> prints one, too.
          </Text>
          <Button component={Link} to="/login" fullWidth>
            Sign in
          </Button>
        </Stack>
      }
    />
  )
}
