import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate, useParams } from 'react-router'
import type { Answer, ApiFailure } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/api.tsx'
import { Soft } from '../kit/display.tsx'
import { useApiForm } from '../kit/form.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { formatMediumTime } from '../kit/words.ts'
import { DeadLink, ENTRY, EntryCard, EntryForm, isOfLink } from './entry-card.tsx'
import { NewPasswordField, findPasswordProblem } from './password-field.tsx'

export const meta = buildAdminMeta('Invitation')

type Invite = Answer<'get', '/api/auth/invite/{token}'>['invite']

const WHAT_ROLES_DO = {
  owner: 'As an owner, you can do everything here.',
  editor: 'As an editor, you manage content, email and subscriptions.',
  viewer: 'As a viewer, you have read-only access. Subscriber addresses are masked.',
} as const

export default function Invitation() {
  const { token = '' } = useParams()
  const { data, failure } = useAnswer(token, () => api.get('/api/auth/invite/{token}', { path: { token } }))
  if (failure !== undefined) return <Dead failure={failure} />
  if (data === undefined) {
    return (
      <EntryCard title="Invitation">
        <Skeleton height={134} />
      </EntryCard>
    )
  }
  return <Accept invite={data.invite} token={token} />
}

function Accept({ invite, token }: { readonly invite: Invite; readonly token: string }) {
  const navigate = useNavigate()
  const { field, ...entry } = useApiForm(
    { initialValues: { displayName: invite.displayName, password: '' }, validate: { password: findPasswordProblem } },
    ({ displayName, password }) =>
      api.post('/api/auth/invite/{token}', { path: { token }, body: { displayName: displayName.trim(), password } }),
    { isQuiet: true, onDone: () => navigate('/admin', { replace: true }) },
  )
  if (entry.failure !== undefined && isOfLink(entry.failure)) return <Dead failure={entry.failure} />
  return (
    <EntryCard title="You are invited" description={WHAT_ROLES_DO[invite.role]}>
      <EntryForm label="Accept and sign in" below={<Soft>Valid until {formatMediumTime(invite.expiresAt)}.</Soft>} {...entry}>
        <TextInput label="Email" value={invite.email} readOnly autoComplete="username" size="md" />
        <TextInput label="Your name" maxLength={100} autoComplete="name" {...ENTRY} {...field('displayName')} />
        <NewPasswordField label="Password" {...ENTRY} {...field('password')} />
      </EntryForm>
    </EntryCard>
  )
}

function Dead({ failure }: { readonly failure: ApiFailure }) {
  return (
    <DeadLink failure={failure} what="invitation">
      <Stack>
        <Text size="sm">Ask the person who invited you for a new one. If you have already accepted it, sign in.</Text>
        <Button component={Link} to="/login" fullWidth>
          Sign in
        </Button>
      </Stack>
    </DeadLink>
  )
}
