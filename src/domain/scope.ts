/** The scopes of a weather forecast: what a weather provider fills. */
export const WEATHER_SCOPES = ['current', 'hourly', 'daily', 'minutely'] as const
export type WeatherScope = (typeof WEATHER_SCOPES)[number]

/** The scopes that a caller can request. */
export const PUBLIC_SCOPES = [...WEATHER_SCOPES, 'air', 'marine'] as const
export type PublicScope = (typeof PUBLIC_SCOPES)[number]

/** The scopes stored for a cell: the public ones and the official alerts. */
export const CELL_SCOPES = [...PUBLIC_SCOPES, 'alert'] as const
export type CellScope = (typeof CELL_SCOPES)[number]
