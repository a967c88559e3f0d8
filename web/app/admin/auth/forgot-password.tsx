import { Anchor, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { useApiForm } from '../kit/form.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { ENTRY, EntryCard, EntryForm, getPageLanguage, useFirstFocus } from './entry-card.tsx'

export const meta = buildAdminMeta('Forgot your password?')

export default function ForgotPassword() {
  const first = useFirstFocus<HTMLInputElement>()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, field, ...entry } = useApiForm(
    { initialValues: { email: '' } },
    ({ email }) => api.post('/api/auth/forgot-password', { body: { email: email.trim(), lang: getPageLanguage() } }),
    { isQuiet: true, onDone: (): void => setSentTo(form.values.email.trim()) },
  )
  const footer = (
    <Anchor component={Link} to="/login">
      Back to sign-in
    </Anchor>
  )
  if (sentTo !== null) {
    return (
      <EntryCard
        title="Check your email"
        description={
          <>
            If there is an account for <strong>{sentTo}</strong>, we have sent it a link to set a new password. The link works once and
            expires in an hour.
          </>
        }
        footer={footer}
      />
    )
  }
  return (
    <EntryCard title="Forgot your password?" description="We will email you a link to set a new one." footer={footer}>
      <EntryForm label="Send link" {...entry}>
        <TextInput label="Email" type="email" autoComplete="username" ref={first} {...ENTRY} {...field('email')} />
      </EntryForm>
    </EntryCard>
  )
}
