import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useParams } from 'react-router'
import type { Answer } from '../../api/ask.ts'
import { api } from '../../api/browser.ts'
import { useAction, useAnswer } from '../kit/api.tsx'
import { FailureNote } from '../kit/notes.tsx'
import { titled } from '../kit/page.tsx'
import { dateTime } from '../kit/words.ts'
import { DeadLink, EntryCard, isOfLink } from './entry-card.tsx'
import { NewPasswordField, passwordProblem } from './password-field.tsx'

export const meta = titled('Invitation')

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
        <Stack>
          <Skeleton height={18} />
          <Skeleton height={42} />
          <Skeleton height={42} />
        </Stack>
      </EntryCard>
    )
  }
  return <Accept invite={data.invite} token={token} />
}

function Accept({ invite, token }: { readonly invite: Invite; readonly token: string }) {
  const navigate = useNavigate()
  const form = useForm({ initialValues: { displayName: invite.displayName, password: '' }, validate: { password: passwordProblem } })
  const accept = useAction(
    (body: { displayName: string; password: string }) => api.post('/api/auth/invite/{token}', { path: { token }, body }),
    { isQuiet: true, onDone: () => navigate('/admin', { replace: true }) },
  )
  if (accept.failure !== undefined && isOfLink(accept.failure)) return <Dead failure={accept.failure} />
  return (
    <EntryCard title="You are invited" description={WHAT_ROLES_DO[invite.role]}>
      <form onSubmit={form.onSubmit(({ displayName, password }) => void accept.run({ displayName: displayName.trim(), password }))}>
        <Stack>
          <FailureNote failure={accept.failure} />
          <TextInput label="Email" value={invite.email} readOnly autoComplete="username" size="md" />
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
          <Button type="submit" size="md" fullWidth loading={accept.isBusy}>
            Accept and sign in
          </Button>
          <Text size="sm" c="dimmed">
            Valid until {dateTime(invite.expiresAt)}.
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
      what="invitation"
      help={
        <Stack>
          <Text size="sm">Ask the person who invited you for a new one. If you have already accepted it, sign in.</Text>
          <Button component={Link} to="/login" fullWidth>
            Sign in
          </Button>
        </Stack>
      }
    />
  )
}
