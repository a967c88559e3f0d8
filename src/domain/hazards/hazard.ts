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
  'marine',
  'forestFire',
  'avalanche',
] as const
export type Hazard = (typeof HAZARDS)[number]

/** The hazards that a forecast can show. The others come from official alerts only, because no forecast field shows them. */
export const FORECAST_HAZARDS = ['rain', 'thunderstorm', 'snow', 'ice', 'wind', 'heat', 'cold', 'fog', 'uv'] as const
export type ForecastHazardName = (typeof FORECAST_HAZARDS)[number]

/** A threshold's name in a preference, and its bounds. */
interface ThresholdRule {
  /** Its name in the hazard's preference; ends in its unit. */
  readonly key: string
  readonly default: number
  readonly min: number
  readonly max: number
}

/**
 * Units of thresholds: mm in an hour, mm of water in 24 hours, km/h, °C, UV index. A hazard without a threshold is either present or not.
 */
export const THRESHOLDS: Readonly<Partial<Record<Hazard, ThresholdRule>>> = {
  rain: { key: 'minMmPerHour', default: 4, min: 0.1, max: 300 },
  snow: { key: 'minMm', default: 5, min: 1, max: 1_000 },
  wind: { key: 'minGustKmh', default: 60, min: 10, max: 400 },
  heat: { key: 'minC', default: 35, min: 0, max: 60 },
  cold: { key: 'maxC', default: -15, min: -90, max: 20 },
  uv: { key: 'min', default: 8, min: 1, max: 20 },
}
