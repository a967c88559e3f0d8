import { formatInstant } from '../../../domain/instant.ts'
import { FIELD_GROUPS } from '../../../domain/supplement.ts'
import type { ScopeRecord, Supplement } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'

/** Another source than the answer's, and the fields that are its own. */
export interface FieldSource {
  readonly source: string
  readonly fields: readonly string[]
  readonly fetchedAt: string
  readonly attribution: Attribution
}

/** Who is credited for data. */
export interface Credits {
  readonly attribution: Attribution
  /** Who supplied the fields that the source lacks. */
  readonly sources: readonly FieldSource[]
}

/** The credits of a record and of what others supply to it; simulated data is marked as such. */
export function creditsOf(
  { source, simulated }: Pick<ScopeRecord, 'source' | 'simulated'>,
  supplements: readonly Supplement[],
  attributionOf: (source: string) => Attribution,
): Credits {
  return {
    attribution: creditOf(attributionOf(source), simulated),
    sources: supplements.map(({ record: { source: id, fetchedAt }, groups }) => ({
      source: id,
      fields: groups.flatMap((group) => [...FIELD_GROUPS[group]]),
      fetchedAt: formatInstant(fetchedAt),
      attribution: creditOf(attributionOf(id), simulated),
    })),
  }
}

/** The credit of data; that of simulated data is marked, so that it is recognisable wherever it is shown. */
export function creditOf<Credit extends Pick<Attribution, 'text'>>(credit: Credit, isSimulated: boolean): Credit {
  if (!isSimulated) return credit
  return { ...credit, text: `Simulated weather, made up for demonstration; no real forecast. In the format of: ${credit.text}` }
}
