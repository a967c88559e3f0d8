import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiFailure } from '../../api/ask.ts'
import { toldFailure } from '../kit/failure.tsx'
import { EntryCard } from './entry-card.tsx'

/** Explains why a mailed link does not work, or no longer works, and what to do. */
export function DeadLink({ failure, what, help }: { readonly failure: ApiFailure; readonly what: string; readonly help: ReactNode }) {
  if (failure.status === 410) {
    return (
      <EntryCard title={`This ${what} is no longer valid`} description="It has expired or has already been used.">
        {help}
      </EntryCard>
    )
  }
  if (failure.status === 404 || failure.status === 400) {
    return (
      <EntryCard
        title={`We cannot find this ${what}`}
        description="Part of the address may be missing. Please copy the whole link from the email."
      >
        {help}
      </EntryCard>
    )
  }
  return (
    <EntryCard title="Something went wrong" description={toldFailure(failure)}>
      <Button component={Link} to="" reloadDocument variant="default" fullWidth>
        Try again
      </Button>
    </EntryCard>
  )
}

/** Whether a failure concerns the link rather than the input. */
export const isOfLink = ({ status, details }: ApiFailure): boolean =>
  status === 404 || status === 410 || (status === 400 && details.some(({ path }) => path === 'token'))
