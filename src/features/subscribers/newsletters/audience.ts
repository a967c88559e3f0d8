import { buildInvalidFieldError } from '../../../errors.ts'
import { parseIanaZone, SUBSCRIPTION_TYPES } from '../subscriptions/index.ts'
import type { Schedule } from './schedule.ts'
import type { Audience, SendAt } from './schemas.ts'
import type { Segment } from './segment-store.ts'

/**
 * The segment of an audience as the API takes it.
 * @throws AppError invalid_request unless it names one type or several
 */
export function toSegment({ type, types, languages = [], place, activeSince }: Audience): Segment {
  if ((type === undefined) === (types === undefined)) throw buildInvalidFieldError('audience.types', 'or type is required, and not both')
  return {
    types: SUBSCRIPTION_TYPES.filter((each) => each === type || types?.includes(each) === true),
    languages: [...new Set(languages.map((each) => each.toLowerCase()))].sort(),
    place: place ?? null,
    activeSince: activeSince === undefined ? null : Date.parse(`${activeSince}T00:00:00Z`),
  }
}

/**
 * The instant of a local time. Where clocks are put forward, a time that does not exist is the one after the change; of two equal ones the
 * first counts.
 * @throws AppError invalid_request for an unknown zone or date
 */
export function parseSendSchedule({ local, timezone: given }: SendAt): Schedule {
  const timezone = parseIanaZone(given)
  if (timezone === null) throw buildInvalidFieldError('sendAt.timezone', 'must be a time zone such as Europe/Berlin')
  const sendAt = instantOf(local, timezone)
  if (sendAt === null) throw buildInvalidFieldError('sendAt.local', 'must be a date with a time')
  return { sendAt, timezone }
}

function instantOf(local: string, timezone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(local).toZonedDateTime(timezone).epochMilliseconds
  } catch {
    return null
  }
}
