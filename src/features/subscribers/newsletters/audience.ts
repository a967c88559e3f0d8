import { invalidField } from '../../../errors.ts'
import { DAY_MS } from '../../../time.ts'
import { ianaZone } from '../subscriptions/index.ts'
import type { Schedule } from './message-store.ts'
import type { Audience, SendAt } from './schemas.ts'
import type { Segment } from './segment-store.ts'

/** A message is deleted after 90 days, which leaves time for its report. */
const MAX_AHEAD_DAYS = 60

/** The segment of an audience as the API takes it. */
export function segmentFrom({ type, languages = [], place, activeSince }: Audience): Segment {
  return {
    type,
    languages: [...new Set(languages.map((each) => each.toLowerCase()))].sort(),
    place: place ?? null,
    activeSince: activeSince === undefined ? null : Date.parse(`${activeSince}T00:00:00Z`),
  }
}

/**
 * The instant of a local time. Where clocks are put forward, a time that does not exist is the one after the change; of two equal ones the
 * first counts.
 * @throws AppError invalid_request for an unknown zone, a time that is over, or more than 60 days ahead
 */
export function scheduleOf({ local, timezone: given }: SendAt, now: number): Schedule {
  const timezone = ianaZone(given)
  if (timezone === null) throw invalidField('sendAt.timezone', 'must be a time zone such as Europe/Berlin')
  const sendAt = instantOf(local, timezone)
  if (sendAt === null) throw invalidField('sendAt.local', 'must be a date with a time')
  if (sendAt <= now) throw invalidField('sendAt.local', 'must be in the future')
  if (sendAt > now + MAX_AHEAD_DAYS * DAY_MS) throw invalidField('sendAt.local', `must be within ${MAX_AHEAD_DAYS} days`)
  return { sendAt, timezone }
}

function instantOf(local: string, timezone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(local).toZonedDateTime(timezone).epochMilliseconds
  } catch {
    return null
  }
}
