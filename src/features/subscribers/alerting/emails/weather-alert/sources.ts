import { type Instant, parseInstant } from '@isobar/weather'
import { MINUTE_MS } from '../../../../../time.ts'
import { type Measures, buildMeasures, type MailWords } from '../../../../mail/catalogue/index.ts'
import type { MailContext } from '../../../../mail/templates/index.ts'
import type { AlertMatch, AlertSource } from './data.ts'
import { formatExpectedValue } from './values.ts'

export interface SourceView {
  readonly name: string
  readonly says: string
  /** Selects the mark next to the words. */
  readonly agrees: 'yes' | 'no' | 'none'
}

/** For a source that issues or relays warnings: it carries this one, or it warns of the hazard. */
const CARRIES = { official: 'alert.source.carries', forecast: 'alert.source.warns' } as const
const SILENT = { official: 'alert.source.silent', forecast: 'alert.source.warnsNot' } as const
const OLDER_MS = 5 * MINUTE_MS
const ORDER = ['yes', 'no', 'none']

/** What each source says about a match: sources that agree first, sources without an answer last. */
export function buildAlertSourceViews(match: AlertMatch, { words, timezone, units }: MailContext): SourceView[] {
  const measures = buildMeasures(words, units)
  return match.sources
    .map((source) => {
      const saying = sayingOf(match, source, words, measures)
      const readAt = silentSince(match, source)
      const says = readAt === null ? saying.says : words.t('alert.source.silentAt', { time: words.time(readAt, timezone) })
      return { name: source.name, ...saying, says }
    })
    .toSorted((a, b) => ORDER.indexOf(a.agrees) - ORDER.indexOf(b.agrees))
}

/**
 * When a source that does not carry a warning was read, if that was some time before a source that does: the warning may be newer than the
 * reading, which is not a disagreement. Null otherwise.
 */
function silentSince({ kind, sources }: AlertMatch, { as, agrees, fetchedAt }: AlertSource): Instant | null {
  if (kind !== 'official' || as !== 'warnings' || agrees !== false || fetchedAt === null) return null
  const carriedAt = sources.flatMap((other) => (other.agrees === true && other.fetchedAt !== null ? parseInstant(other.fetchedAt) : []))
  return carriedAt.some((at) => at - parseInstant(fetchedAt) >= OLDER_MS) ? fetchedAt : null
}

function sayingOf(match: AlertMatch, source: AlertSource, words: MailWords, measures: Measures): Omit<SourceView, 'name'> {
  const { agrees, value, detail, probability } = source
  if (agrees === null) return { says: words.t('alert.source.none'), agrees: 'none' }
  if (source.as === 'warnings')
    return agrees ? { says: words.t(CARRIES[match.kind]), agrees: 'yes' } : { says: words.t(SILENT[match.kind]), agrees: 'no' }
  const text = match.kind === 'forecast' ? formatExpectedValue(match.hazard, { value, detail, probability }, words, measures) : null
  if (agrees) {
    return { says: text === null ? words.t('alert.source.shows') : words.t('alert.source.showsValue', { value: text }), agrees: 'yes' }
  }
  return { says: text === null ? words.t('alert.source.differs') : words.t('alert.source.differsValue', { value: text }), agrees: 'no' }
}
