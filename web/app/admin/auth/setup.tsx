import { Button, Code, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate, useParams } from 'react-router'
import type { ApiFailure } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/api.tsx'
import { Soft } from '../kit/display.tsx'
import { useApiForm } from '../kit/form.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { formatMediumTime } from '../kit/words.ts'
import { DeadLink, ENTRY, EntryCard, EntryForm, isOfLink } from './entry-card.tsx'
import { NewPasswordField, findPasswordProblem } from './password-field.tsx'

export const meta = buildAdminMeta('First account')

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
  const { field, ...entry } = useApiForm(
    { initialValues: { email: '', displayName: '', password: '' }, validate: { password: findPasswordProblem } },
    ({ email, displayName, password }) =>
      api.post('/api/auth/setup/{token}', { path: { token }, body: { email: email.trim(), displayName: displayName.trim(), password } }),
    { isQuiet: true, onDone: () => navigate('/admin/first-steps', { replace: true }) },
  )
  if (entry.failure !== undefined && isOfLink(entry.failure)) return <Dead failure={entry.failure} />
  return (
    <EntryCard
      title="First account"
      description="This service has no account yet. Yours will be its first owner, who can do everything here."
    >
      <EntryForm label="Make account and sign in" below={<Soft>The link works until {formatMediumTime(expiresAt)}, once.</Soft>} {...entry}>
        <TextInput label="Email" type="email" autoComplete="username" {...ENTRY} {...field('email')} />
        <TextInput label="Your name" maxLength={100} autoComplete="name" {...ENTRY} {...field('displayName')} />
        <NewPasswordField label="Password" {...ENTRY} {...field('password')} />
      </EntryForm>
    </EntryCard>
  )
}

function Dead({ failure }: { readonly failure: ApiFailure }) {
  return (
    <DeadLink failure={failure} what="setup link">
      <Stack>
        <Text size="sm">
          If there is an account already, sign in. Otherwise restart the service: its log has a new link.{' '}
          <Code>npm run admin -- setup-link</Code> prints one, too.
        </Text>
        <Button component={Link} to="/login" fullWidth>
          Sign in
        </Button>
      </Stack>
    </DeadLink>
  )
}
