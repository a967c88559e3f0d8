import { buildInvalidFieldError } from '../../../errors.ts'
import { DAY_MS } from '../../../time.ts'

/** When to send a message. */
export interface Schedule {
  /** Epoch milliseconds. */
  readonly sendAt: number
  readonly timezone: string
}

/** A message is deleted after 90 days, which leaves time for its report. */
const MAX_AHEAD_DAYS = 60

/** @throws AppError invalid_request for a time that is over, or more than 60 days ahead */
export function checkAhead({ sendAt }: Schedule, now: number): void {
  if (sendAt <= now) throw buildInvalidFieldError('sendAt.local', 'must be in the future')
  if (sendAt > now + MAX_AHEAD_DAYS * DAY_MS) throw buildInvalidFieldError('sendAt.local', `must be within ${MAX_AHEAD_DAYS} days`)
}
