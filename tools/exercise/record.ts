import { LANGUAGES } from '../../src/messages/languages.ts'
import type { StandIns } from './stand-ins.ts'
import type { Answer, Visitor } from './visitor.ts'

/** Something that was asked of a service, and how it answered, without what depends on the moment. */
export interface Exercise {
  readonly kind: string
  readonly name: string
  readonly status: number
  readonly answer: string
  /** What it should have been; null: that is for others to say. */
  readonly fault: string | null
}

/** What a service is exercised with. */
export interface Target {
  readonly visitor: Visitor
  readonly standIns: StandIns
  readonly record: (exercise: Exercise) => void
}

/** The exercise of which this is the answer. */
export function recordAnswer(kind: string, name: string, answer: Answer, fault: string | null = null): Exercise {
  return { kind, name, status: answer.status, answer: outlineAnswer(answer), fault }
}

/** The exercise whose outcome is one that is expected, in words, or another. */
export function recordOutcome(kind: string, name: string, status: number, outcome: string, expected: string): Exercise {
  return { kind, name, status, answer: outcome, fault: outcome === expected ? null : `not ${expected}` }
}

/** Weekdays and months as dates in titles name them, the longest first: some begin with another's. */
const DATE_WORDS = new RegExp(
  LANGUAGES.flatMap((lang) => {
    const format = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    const parts = Array.from({ length: 84 }, (_, index) => format.formatToParts(Date.UTC(2026, index % 12, 1 + (index % 7)))).flat()
    return parts.flatMap(({ type, value }) => (type === 'weekday' || type === 'month' ? [value] : []))
  })
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'giu',
)

/**
 * An answer's type and its parts: the keys of an object, the code of an error, the title of a page, without numbers and dates: services are exercised
 * one after the other, and it may be another day by then. A picture's title tells the weather of the hour, so it is none of its parts.
 */
function outlineAnswer({ headers, text, body }: Answer): string {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no content'
  if (Array.isArray(body)) return `${type} list`
  if (body !== null && typeof body === 'object')
    return `${type} ${'error' in body ? String(body.error) : Object.keys(body).toSorted().join(' ')}`
  const title = type.startsWith('image/') ? '' : (/<title[^>]*>([^<]*)/.exec(text)?.[1] ?? '')
  return `${type} ${title.replaceAll(/[-−]?\d[\d.,]*/g, '#').replaceAll(DATE_WORDS, '#')}`.trim()
}
