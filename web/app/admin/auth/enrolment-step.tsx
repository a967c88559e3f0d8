import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/action.tsx'
import { Enrolment } from './account/enrol-second-factor.tsx'
import { RecoveryCodes } from './account/recovery-codes.tsx'
import { EntryCard } from './entry-card.tsx'

/** Sets up a second factor for a signed-in user whose role requires one. */
export function EnrolmentStep({ onDone }: { onDone(): void }) {
  const navigate = useNavigate()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const signOut = useAction(() => api.post('/api/auth/logout'), { onDone: () => navigate('/login', { replace: true }) })
  if (codes !== null) {
    return (
      <EntryCard title="Recovery codes">
        <RecoveryCodes codes={codes} onDone={onDone} />
      </EntryCard>
    )
  }
  return (
    <EntryCard title="Set up two-factor authentication" description="Your role requires it before you can use the back office.">
      <Enrolment onDone={setCodes} onCancel={() => void signOut.run()} cancelLabel="Sign out" />
    </EntryCard>
  )
}
