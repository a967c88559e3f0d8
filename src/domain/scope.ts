/** What a caller can ask for. */
export const WEATHER_SCOPES = ['current', 'hourly', 'daily', 'minutely'] as const
export type WeatherScope = (typeof WEATHER_SCOPES)[number]

/** What is kept of a cell: the four public scopes and the official alerts. */
export const CELL_SCOPES = [...WEATHER_SCOPES, 'alert'] as const
export type CellScope = (typeof CELL_SCOPES)[number]
