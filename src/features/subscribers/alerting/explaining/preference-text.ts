import { type Hazard, type LevelDetail, THRESHOLDS } from '@isobar/weather'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../time.ts'
import type { Wanted } from '../subscriber.ts'
import type { Evaluated } from './explanation.ts'

/** The units of thresholds in preferences; wind is forecast in m/s. */
const UNITS: Readonly<Partial<Record<Hazard, string>>> = {
  rain: 'mm/h',
  snow: 'mm in 24 h',
  wind: 'km/h',
  heat: '°C',
  cold: '°C',
  uv: 'UV index',
  marine: 'm of waves',
}

/** The address's preferences at the place, one subscription after the other; the first sets the frequency and quiet hours. */
export function describeSubscriberPreferences(subscriber: Evaluated['subscriber']): string[] {
  if (subscriber === null) return []
  return subscriber.subscriptions.flatMap((subscription, index) => [
    ...(index === 0 ? [] : [`also subscription ${subscription.id} of the same address:`]),
    `wants ${wantedText(subscription)}`,
    ...(index === 0 ? [`told ${pace(subscription)}`] : []),
  ])
}

function wantedText({ preferences }: Wanted): string {
  const { hazards, official, minSeverity, leadHours, cooldownMinutes, notifyCancelled } = preferences
  const asked = Object.entries(hazards).map(([hazard, limits]) => describeHazardLimits({ hazard: hazard as Hazard, ...limits }))
  return [
    [...(official ? ['all official warnings'] : []), ...asked].join(', ') || 'nothing',
    minSeverity === null ? 'any severity' : `from severity ${minSeverity} on`,
    `lead time ${leadHours} h`,
    `cooldown ${describeAge(cooldownMinutes * MINUTE_MS)}`,
    notifyCancelled ? 'cancellations too' : 'no cancellations',
  ].join('; ')
}

function pace({ frequency, timezone, preferences: { quietHours } }: Wanted): string {
  if (quietHours === null) return `${frequency}; no quiet hours (${timezone})`
  const except = quietHours.exceptExtreme ? ' but for extreme warnings' : ''
  return `${frequency}; quiet from ${quietHours.from} to ${quietHours.to} (${timezone})${except}`
}

/** A hazard, and from when on it counts. */
interface LimitedHazard {
  readonly hazard: Hazard
  readonly threshold: number | null
  readonly minProbability?: number
}

/** `wind from 60 km/h on`, `cold from -15 °C down`, `fog`, `marine (official warnings only)`, `ice (from a chance of 60 % on)`. */
export function describeHazardLimits({ hazard, threshold, minProbability }: LimitedHazard): string {
  const limited = describeThreshold(hazard, threshold)
  return minProbability === undefined ? limited : `${limited} (from a chance of ${Math.round(minProbability * 100)} % on)`
}

function describeThreshold(hazard: Hazard, threshold: number | null): string {
  const rule = THRESHOLDS[hazard]
  if (threshold === null && rule?.isOfficialWithout === true) return `${hazard} (official warnings only)`
  if (threshold === null || rule === undefined) return hazard
  return `${hazard} from ${amountOf(hazard, threshold)} ${hazard === 'cold' ? 'down' : 'on'}`
}

/** A forecast's value in the unit of its threshold; a level with what it stands for: `level 2 of 4 (usIndex 132)`. */
export function formatForecastValue(hazard: Hazard, canonical: number, detail?: LevelDetail): string {
  const amount = amountOf(hazard, hazard === 'wind' ? canonical * 3.6 : canonical)
  return detail === undefined ? amount : `${amount} (${detail.of} ${Math.round(detail.value)})`
}

function amountOf(hazard: Hazard, value: number): string {
  const rule = THRESHOLDS[hazard]
  if (rule?.isLevel === true) return `level ${value} of ${rule.max}`
  return `${Math.round(value * 10) / 10} ${UNITS[hazard] ?? ''}`.trim()
}

/** `3 min`, `2 h 5 min`, `4 d 1 h`; less than a minute is `0 min`. */
export function describeAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  if (ms < HOUR_MS) return `${minutes} min`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ${minutes % 60} min`
  return `${Math.floor(ms / DAY_MS)} d ${Math.floor(ms / HOUR_MS) % 24} h`
}
