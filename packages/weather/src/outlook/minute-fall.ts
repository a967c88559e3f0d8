import { parseInstant } from '../instant.ts'
import type { ScopeData } from '../model.ts'
import { type PrecipitationIntensity, chooseStrongerIntensity } from '../precipitation-intensity.ts'
import { HOUR_MS } from '../time.ts'
import { readStep, type StepReading } from './reading.ts'
import { CONDITION_FALLS, type MinuteFall } from './severity.ts'
import { joinKinds } from './spell.ts'
import { toForecastStep } from './step.ts'

/** What falls in the minutes of one fetch; undefined where its other scopes do not say. */
export function findMinuteFall({ minutely, hourly, current }: Partial<ScopeData>): MinuteFall | undefined {
  const [first] = minutely?.points ?? []
  if (first === undefined) return undefined
  const from = parseInstant(first.time)
  const hours = (hourly?.points ?? [])
    .map(toForecastStep)
    .filter(({ startMs, endMs }) => startMs < from + HOUR_MS && endMs > from)
    .map(readStep)
    .filter(({ intensity, phenomenon }) => intensity !== null || phenomenon !== null)
  const stated = CONDITION_FALLS[current?.condition ?? 'clear']
  const now: Pick<StepReading, 'kind' | 'intensity'>[] = stated === undefined ? [] : [{ kind: stated[0], intensity: stated[1] }]
  const all = [...hours, ...now]
  const kind = joinKinds(all)
  return kind === 'unknown'
    ? undefined
    : { kind, intensity: all.reduce<PrecipitationIntensity | null>((most, each) => chooseStrongerIntensity(most, each.intensity), null) }
}
