import type { AlertText } from '../../../domain/alert.ts'
import type { AlertDraft } from '../../../domain/alert-identity.ts'
import { textFor } from '../../../domain/alert-text.ts'
import { formatInstant, parseInstant } from '../../../domain/instant.ts'
import type { KeptWarning } from './kept-warning.ts'

/**
 * What a place is told of a warning. `areas` are the indexes of those that hold the place. A warning that another has replaced ended when that
 * came, which is no all-clear. Its words are English where there is a choice; all languages go along.
 */
export function alertOf({ message, state, stateAt }: KeptWarning, source: string, areas: readonly number[]): AlertDraft {
  const { key, start, end, expires, level, senderName, severity, severitySource, urgency, certainty, tags } = message
  const [first, ...others] = message.texts.map(({ language, event, headline, description, instruction, areaNames }): AlertText => {
    const names = areas.flatMap((index) => areaNames?.[index] ?? message.areas[index]?.name ?? [])
    return { language, event, headline, description, instruction, areas: [...new Set(names)] }
  })
  // The interface promises one text at least.
  const texts = [first as AlertText, ...others] as const
  const { language, event, description, instruction, areas: names } = textFor([...texts], 'en')
  return {
    key,
    source,
    senderName,
    event,
    start,
    end: state === 'replaced' ? earliest(end, stateAt) : end,
    ...(expires === null ? {} : { expires }),
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
    cancelled: state === 'ended',
  }
}

function earliest(end: string | null, at: number): string {
  return formatInstant(end === null ? at : Math.min(at, parseInstant(end)))
}
