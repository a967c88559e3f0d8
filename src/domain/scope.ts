/** The scopes that a caller can request. */
export const WEATHER_SCOPES = ['current', 'hourly', 'daily', 'minutely'] as const
export type WeatherScope = (typeof WEATHER_SCOPES)[number]

/** The scopes stored for a cell: the four public ones and the official alerts. */
export const CELL_SCOPES = [...WEATHER_SCOPES, 'alert'] as const
export type CellScope = (typeof CELL_SCOPES)[number]
