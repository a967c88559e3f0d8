import type { Attribution } from '@isobar/providers/port'
import { formatInstant, listGroupFields } from '@isobar/weather'
import type { ScopeRecord, Supplement } from '../../../gateway/index.ts'
import type { SuppliedPart } from './series.ts'

/** Another source than the answer's, and what is its own: fields of every point and, by their times, whole points. */
export interface FieldSource {
  readonly source: string
  readonly fields: readonly string[]
  readonly points?: readonly string[]
  readonly fetchedAt: string
  readonly attribution: Attribution
  /** If it supplied whole points: from the start of the first to the end of the last, of days their dates. */
  readonly from?: string
  readonly to?: string
}

/** Who is credited for data. */
export interface Credits {
  readonly attribution: Attribution
  /** Who supplied the fields that the source lacks. */
  readonly sources: readonly FieldSource[]
}

/** In `fields`: whole points, those of a time. */
const WHOLE_POINTS = ['points']

/** The credits of a record and of what others supply to it, values or whole points; simulated data is marked as such. */
export function buildScopeCredits(
  { source, simulated, blend }: Pick<ScopeRecord, 'source' | 'simulated' | 'blend'>,
  supplements: readonly Supplement[],
  attributionOf: (source: string) => Attribution,
  parts: readonly SuppliedPart[] = [],
): Credits {
  const other = ({ source: id, fetchedAt }: Pick<ScopeRecord, 'source' | 'fetchedAt'>, fields: readonly string[]) => ({
    source: id,
    fields,
    fetchedAt: formatInstant(fetchedAt),
    attribution: markSimulatedCredit(attributionOf(id), simulated),
  })
  return {
    attribution: markSimulatedCredit(attributionOf(source), simulated),
    sources: [
      ...(blend?.of ?? []).map((part) => other(part, part.fields)),
      ...supplements.map(({ record, groups, points }) => ({
        ...other(
          record,
          groups.flatMap((group) => listGroupFields(group)),
        ),
        ...(points === undefined ? {} : { points }),
      })),
      ...parts.map(({ record, from, to }) => ({ ...other(record, WHOLE_POINTS), from, to })),
    ],
  }
}

/** The credit of data; that of simulated data is marked, so that it is recognisable wherever it is shown. */
export function markSimulatedCredit<Credit extends Pick<Attribution, 'text'>>(credit: Credit, isSimulated: boolean): Credit {
  if (!isSimulated) return credit
  return { ...credit, text: `Simulated weather, made up for demonstration; no real forecast. In the format of: ${credit.text}` }
}
