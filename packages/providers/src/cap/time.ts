const TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/
/** No warning is for the 25th century, but Thai senders write years of the Buddhist era, 543 ahead. */
const BUDDHIST_FROM = 2400
const BUDDHIST_ERA = 543
/** Nothing older is a warning; `0001-01-01` is what an empty field becomes in some systems. */
const FIRST_YEAR = 1900

/**
 * Epoch milliseconds of a CAP time, with any offset (`-00:00`, `+0530`). A time without an offset is in `zone`, the sender's IANA zone;
 * without a zone the result is null, since an error of hours is worse than no time. A local time that a clock change skips or repeats is
 * resolved as `Temporal` does.
 */
export function parseTime(text: string | null, zone: string | null): number | null {
  const [, year = '', month, day, hour, minute, second = '00', offset] = TIME.exec(text?.trim() ?? '') ?? []
  if (year === '') return null
  const gregorian = Number(year) >= BUDDHIST_FROM ? Number(year) - BUDDHIST_ERA : Number(year)
  if (gregorian < FIRST_YEAR) return null
  const local = `${gregorian}-${month}-${day}T${hour}:${minute}:${second}`
  if (offset !== undefined) return finite(Date.parse(local + offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')))
  return zone === null ? null : inZone(local, zone)
}

function inZone(local: string, zone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function finite(epochMs: number): number | null {
  return Number.isNaN(epochMs) ? null : epochMs
}
