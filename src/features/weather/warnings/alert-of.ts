import { type AlertDraft, type AlertText, chooseTextForLanguage, endReplaced, formatInstant, parseInstant } from '@isobar/weather'
import type { StoredArea, StoredWarning } from './stored-warning.ts'

/** References of a message that are passed on: the latest ones, since other channels lag by minutes only. */
const MAX_REPLACED = 8

/** A stored warning of a feed (`source`), and the indexes of its areas that hold a place. */
export interface WarningAtPlace {
  readonly warning: Pick<StoredWarning, 'message' | 'state' | 'stateAt'>
  readonly source: string
  readonly areas: readonly number[]
}

/**
 * Converts the warnings of a place to alerts at `now` (epoch milliseconds). One that another one of its event outlasted has been
 * replaced.
 */
export function toAlertDrafts(here: readonly WarningAtPlace[], now: number): AlertDraft[] {
  const ended = new Map<AlertDraft, number>()
  const drafts = here.map(({ warning, source, areas }) => {
    const draft = toAlertDraft(warning, source, areas)
    ended.set(draft, warning.stateAt)
    return draft
  })
  return endReplaced(drafts, now, (draft) => ended.get(draft) ?? now)
}

/**
 * Converts a warning to the alert of a place. `areas` are the indexes of those that hold the place. A warning that another has replaced
 * ends when that one arrived, which is no all-clear. Its text is English if available; all languages are included.
 */
export function toAlertDraft(
  { message, state, stateAt }: Pick<StoredWarning, 'message' | 'state' | 'stateAt'>,
  source: string,
  areas: readonly number[],
): AlertDraft {
  const { key, sent, start, end, expires, level, isNumbered, senderName, severity, severitySource, urgency, certainty, tags } = message
  const [first, ...others] = message.texts.map(({ language, event, headline, description, instruction, areaNames }): AlertText => {
    const names = message.areas.flatMap(({ name, height }, index) =>
      areas.includes(index) ? (areaNames?.[index] ?? name) + heightText(height) : [],
    )
    return { language, event, headline, description, instruction, areas: [...new Set(names)] }
  })
  // The type guarantees at least one text.
  const texts = [first as AlertText, ...others] as const
  const { language, event, description, instruction, areas: names } = chooseTextForLanguage([...texts], 'en')
  return {
    key,
    source,
    senderName,
    event,
    start,
    end: state === 'replaced' ? earliest(end, stateAt) : end,
    ...(expires === null ? {} : { expires }),
    sent,
    description,
    instruction,
    severity,
    severitySource,
    urgency,
    certainty,
    tags,
    areas: names,
    language,
    texts,
    ...(level === null ? {} : { level }),
    ...(isNumbered !== undefined && { isNumbered }),
    cancelled: state === 'ended',
    messages: [message.messageId, ...message.replaces.slice(-MAX_REPLACED)],
  }
}

function earliest(end: string | null, at: number): string {
  return formatInstant(end === null ? at : Math.min(at, parseInstant(end)))
}

/** The heights it applies to, in signs that need no translation: a warning for the summits is none for the valley. */
function heightText(height: StoredArea['height']): string {
  if (height === undefined) return ''
  const { from, to } = height
  return to === null ? ` (≥ ${from} m)` : from === 0 ? ` (≤ ${to} m)` : ` (${from}–${to} m)`
}
