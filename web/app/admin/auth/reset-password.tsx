import { Anchor, Button } from '@mantine/core'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { useApiForm } from '../kit/form.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { DeadLink, ENTRY, EntryCard, EntryForm, isOfLink, getPageLanguage, useFirstFocus } from './entry-card.tsx'
import { NewPasswordField, findPasswordProblem } from './password-field.tsx'

export const meta = buildAdminMeta('New password')

export default function ResetPassword() {
  const first = useFirstFocus<HTMLInputElement>()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { field, ...entry } = useApiForm(
    { initialValues: { password: '' }, validate: { password: findPasswordProblem } },
    ({ password }) => api.post('/api/auth/reset-password/{token}', { path: { token }, body: { password, lang: getPageLanguage() } }),
    { isQuiet: true, onDone: () => navigate('/login?done=reset', { replace: true }) },
  )
  if (entry.failure !== undefined && isOfLink(entry.failure)) {
    return (
      <DeadLink failure={entry.failure} what="link">
        <Button component={Link} to="/forgot-password" fullWidth>
          Request a new link
        </Button>
      </DeadLink>
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
      <EntryForm label="Set password" {...entry}>
        <NewPasswordField ref={first} {...ENTRY} {...field('password')} />
      </EntryForm>
    </EntryCard>
  )
}
