/** The closed list of hazards that a subscriber can choose. `official` (any official warning) is separate. */
export const HAZARDS = [
  'rain',
  'thunderstorm',
  'snow',
  'ice',
  'wind',
  'heat',
  'cold',
  'fog',
  'uv',
  'flood',
  'tornado',
  'hurricane',
  'airQuality',
  'pollen',
  'marine',
  'forestFire',
  'avalanche',
] as const
export type Hazard = (typeof HAZARDS)[number]

/** The hazards that forecasts of the weather can show. */
const WEATHER_HAZARDS = ['rain', 'thunderstorm', 'snow', 'ice', 'wind', 'heat', 'cold', 'fog', 'uv'] as const satisfies readonly Hazard[]
export type WeatherHazard = (typeof WEATHER_HAZARDS)[number]

/** The scopes, fetched apart from the weather, that show the hazards which the weather does not. */
export const EXTRA_SCOPES = ['air', 'marine'] as const
export type ExtraScope = (typeof EXTRA_SCOPES)[number]

const SHOWN_BY = { airQuality: 'air', pollen: 'air', marine: 'marine' } as const satisfies Partial<Record<Hazard, ExtraScope>>
export type ExtraHazard = keyof typeof SHOWN_BY

/** The hazards that the air and the sea show. */
export const EXTRA_HAZARDS = Object.keys(SHOWN_BY) as ExtraHazard[]

/** The hazards that a forecast can show. The others come from official alerts only, because no forecast field shows them. */
export const FORECAST_HAZARDS: readonly ForecastHazardName[] = [...WEATHER_HAZARDS, ...EXTRA_HAZARDS]
export type ForecastHazardName = WeatherHazard | ExtraHazard

/** The scope whose forecasts show the hazard; `weather` for hours and days of weather. */
export function getHazardScope(hazard: ForecastHazardName): ExtraScope | 'weather' {
  return isExtraHazard(hazard) ? SHOWN_BY[hazard] : 'weather'
}

/** Whether the hazard is shown by the air or the sea, not by the weather. */
export function isExtraHazard(hazard: Hazard): hazard is ExtraHazard {
  return Object.hasOwn(SHOWN_BY, hazard)
}

/** The hazards that come with precipitation, whose chance forecasts state. */
const PRECIPITATION_HAZARDS = ['rain', 'thunderstorm', 'snow', 'ice'] as const satisfies readonly WeatherHazard[]

/** Whether the hazard comes with precipitation, so that a forecast may state its chance. */
export function isPrecipitationHazard(hazard: Hazard): boolean {
  return (PRECIPITATION_HAZARDS as readonly Hazard[]).includes(hazard)
}

/** A number's name in a hazard's preference, and its bounds. */
export interface ValueRule {
  readonly key: string
  readonly min: number
  readonly max: number
  /** It is a level: a whole number with a name. */
  readonly isLevel?: true
}

/** A threshold's name in a hazard's preference, which ends in its unit, and its bounds. */
export interface ThresholdRule extends ValueRule {
  readonly default: number
  /**
   * Without a stated threshold, only official warnings count; `default` is then what an editor suggests. For hazards that were official ones
   * only when people chose them: nobody gets mails that he did not ask for.
   */
  readonly isOfficialWithout?: true
}

/**
 * Units of thresholds: mm in an hour, mm of water in 24 hours, km/h, °C, UV index, levels of air quality and pollen (`packages/weather/src/air/levels.ts`),
 * metres of significant wave height. A hazard without a threshold is either present or not.
 */
export const THRESHOLDS: Readonly<Partial<Record<Hazard, ThresholdRule>>> = {
  rain: { key: 'minMmPerHour', default: 4, min: 0.1, max: 300 },
  snow: { key: 'minMm', default: 5, min: 1, max: 1_000 },
  wind: { key: 'minGustKmh', default: 60, min: 10, max: 400 },
  heat: { key: 'minC', default: 35, min: 0, max: 60 },
  cold: { key: 'maxC', default: -15, min: -90, max: 20 },
  uv: { key: 'min', default: 8, min: 1, max: 20 },
  airQuality: { key: 'minLevel', default: 2, min: 1, max: 4, isLevel: true, isOfficialWithout: true },
  pollen: { key: 'minLevel', default: 3, min: 1, max: 4, isLevel: true },
  marine: { key: 'minWaveM', default: 2.5, min: 0.5, max: 20, isOfficialWithout: true },
}

/** From which chance of precipitation on a hazard that comes with it counts, 0–1. Without, every chance does. */
export const CHANCE: ValueRule = { key: 'minProbability', min: 0, max: 1 }
