/** The overlays for which the API has tiles. */
export const LAYERS = ['precipitation', 'clouds', 'temp', 'wind', 'pressure'] as const
export type Layer = (typeof LAYERS)[number]
