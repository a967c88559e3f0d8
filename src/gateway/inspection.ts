import { ProviderFailure, type WeatherBundle } from '../providers/provider.ts'
import type { Cell } from '../domain/cell.ts'
import { distanceKm } from '../domain/distance.ts'
import { parseInstant } from '../domain/instant.ts'
import type { ScopeData } from '../domain/model.ts'
import { clockFault, plausibleValues } from '../domain/plausibility.ts'
import type { CellScope } from '../domain/scope.ts'

/**
 * Why data was refused: `place`, it is for another place; `ahead` and `outdated`, current weather of another time; `value`, an implausible
 * number.
 */
export type Refusal = 'place' | 'ahead' | 'outdated' | 'value'

/** Called with each reason and the number of values, or parts of an answer, that were removed. */
export type OnRefused = (source: string, reason: Refusal, count: number) => void

/**
 * Removes from a bundle what cannot be true: an answer for another place as a whole, current weather of another time as a scope, an
 * implausible value on its own. Simulated answers may be for any place, since recordings are replayed.
 * @throws ProviderFailure `invalid_body` if nothing is left
 */
export function inspected(bundle: WeatherBundle, cell: Cell, source: string, now: number, onRefused: OnRefused | undefined): WeatherBundle {
  const { answeredFor, simulated } = bundle
  if (answeredFor !== undefined && !simulated && !(distanceKm(answeredFor, cell) <= answeredFor.withinKm)) {
    onRefused?.(source, 'place', 1)
    throw new ProviderFailure('invalid_body', `${source}: the answer is for another place`)
  }
  const entries = Object.entries(bundle.scopes) as [CellScope, ScopeData[CellScope]][]
  const scopes = entries.flatMap(([scope, sent]) => {
    const fault = 'observedAt' in sent ? clockFault(parseInstant(sent.observedAt), now) : null
    if (fault !== null) {
      onRefused?.(source, fault, 1)
      return []
    }
    const { data, refused } = plausibleValues(scope, sent)
    if (refused > 0) onRefused?.(source, 'value', refused)
    return [[scope, data] as const]
  })
  if (scopes.length === 0) throw new ProviderFailure('invalid_body', `${source}: nothing of the answer is plausible`)
  return { ...bundle, scopes: Object.fromEntries(scopes) }
}
