/** The scopes of a weather forecast: what a weather provider fills. */
export const WEATHER_SCOPES = ['current', 'hourly', 'daily', 'minutely'] as const
export type WeatherScope = (typeof WEATHER_SCOPES)[number]

/** The scopes that a caller can request. */
export const PUBLIC_SCOPES = [...WEATHER_SCOPES, 'air', 'marine'] as const
export type PublicScope = (typeof PUBLIC_SCOPES)[number]

/** What a source delivers for a cell: the public scopes and the official alerts. */
export const CELL_SCOPES = [...PUBLIC_SCOPES, 'alert'] as const

/**
 * The scopes stored for a cell. `extended` is what the hours and days that most answers show leave out of a source's series; it is read only when asked
 * for (`series.ts`).
 */
export const STORED_SCOPES = [...CELL_SCOPES, 'extended'] as const
export type CellScope = (typeof STORED_SCOPES)[number]

/** The scopes in words, for operators. */
export const SCOPE_NAMES: Readonly<Record<(typeof CELL_SCOPES)[number], string>> = {
  current: 'current weather',
  hourly: 'hours',
  daily: 'days',
  minutely: 'minutes',
  air: 'air quality',
  marine: 'the sea',
  alert: 'alerts with the forecast',
}
