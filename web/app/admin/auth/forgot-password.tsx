import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { FailureNote } from '../kit/notes.tsx'
import { titled } from '../kit/page.tsx'
import { EntryCard, pageLanguage, useFirstFocus } from './entry-card.tsx'

export const meta = titled('Forgot your password?')

export default function ForgotPassword() {
  const first = useFirstFocus<HTMLInputElement>()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const ask = useAction((address: string) => api.post('/api/auth/forgot-password', { body: { email: address, lang: pageLanguage() } }), {
    isQuiet: true,
    onDone: () => setSentTo(email.trim()),
  })
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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void ask.run(email.trim())
        }}
      >
        <Stack>
          <FailureNote failure={ask.failure} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            ref={first}
            size="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={ask.isBusy}>
            Send link
          </Button>
        </Stack>
      </form>
    </EntryCard>
  )
}
