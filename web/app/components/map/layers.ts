/** The overlays that the API has tiles of. */
export const LAYERS = ['precipitation', 'clouds', 'temp', 'wind', 'pressure'] as const
export type Layer = (typeof LAYERS)[number]
