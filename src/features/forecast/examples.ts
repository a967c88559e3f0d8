export const WEATHER_EXAMPLES: unknown[] = []
