import { ProviderFailure, type WeatherBundle } from '@isobar/providers/port'
import {
  type Cell,
  type CellScope,
  type Contradiction,
  type ScopeData,
  computeDistanceKm,
  dropImplausibleValues,
  dropRefutedDayValues,
  findClockFault,
  isHour,
  isSeriesAhead,
  parseInstant,
} from '@isobar/weather'
import { HOUR_MS, MINUTE_MS } from '../time.ts'

/**
 * Why data was refused: `place`, it is for another place; `ahead` and `outdated`, it is for another time; `value`, an implausible number;
 * or what it contradicts.
 */
export type Refusal = 'place' | 'ahead' | 'outdated' | 'value' | Contradiction

/** Called with each reason and the number of values, or parts of an answer, that were removed. */
export type OnRefused = (source: string, reason: Refusal, count: number) => void

/**
 * Removes from a bundle what cannot be true: an answer for another place as a whole, a scope of another time, an implausible or contradictory
 * value on its own. Current weather that is left without a temperature was not delivered: the next source has it. Simulated answers may be for
 * any place, since recordings are replayed.
 * @throws ProviderFailure `invalid_body` if nothing is left
 */
export function inspectBundle(
  bundle: WeatherBundle,
  cell: Cell,
  source: string,
  now: number,
  onRefused: OnRefused | undefined,
): WeatherBundle {
  const { answeredFor, simulated, timezone } = bundle
  if (answeredFor !== undefined && !simulated && !(computeDistanceKm(answeredFor, cell) <= answeredFor.withinKm)) {
    onRefused?.(source, 'place', 1)
    throw new ProviderFailure('invalid_body', `${source}: the answer is for another place`)
  }
  const counts = new Map<Refusal, number>()
  const count = (reason: Refusal) => void counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const entries = Object.entries(bundle.scopes) as [CellScope, ScopeData[CellScope]][]
  const plausible = entries.flatMap(([scope, sent]) => {
    const fault = timeFault(scope, sent, now)
    if (fault === null) {
      const values = dropImplausibleValues(scope, sent, count, simulated ? undefined : cell)
      return 'observedAt' in values && values.temperature === null ? [] : [[scope, values] as const]
    }
    count(fault)
    return []
  })
  const scopes: WeatherBundle['scopes'] = Object.fromEntries(plausible)
  const { daily, hourly } = scopes
  const days = daily && hourly && dropRefutedDayValues(daily.points, hourly.points.filter(isHour), timezone, count)
  for (const [reason, number] of counts) onRefused?.(source, reason, number)
  if (plausible.length === 0) throw new ProviderFailure('invalid_body', `${source}: nothing of the answer is plausible`)
  return { ...bundle, scopes: daily === undefined || days === undefined ? scopes : { ...scopes, daily: { ...daily, points: days } } }
}

/** What is wrong with the time of a scope; null: nothing. Days are not checked: near midnight, the place's and the source's may differ. */
function timeFault(scope: CellScope, sent: ScopeData[CellScope], now: number): 'ahead' | 'outdated' | null {
  if ('observedAt' in sent) return findClockFault(parseInstant(sent.observedAt), now)
  if (!('points' in sent) || scope === 'daily') return null
  const first = sent.points[0]
  const isAhead = first !== undefined && isSeriesAhead(parseInstant(first.time), scope === 'minutely' ? MINUTE_MS : HOUR_MS, now)
  return isAhead ? 'ahead' : null
}
