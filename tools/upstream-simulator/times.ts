/** Unix time in whole seconds. */
export const seconds = (epochMs: number): number => Math.floor(epochMs / 1_000)

/** `2026-07-15T09:23:41` at an offset in seconds east of Greenwich. */
export const localTime = (epochMs: number, offsetSeconds: number): string =>
  new Date(epochMs + offsetSeconds * 1_000).toISOString().slice(0, 19)

/** `2026-07-15T09:23:41+00:00` */
export const utcOffsetTime = (epochMs: number): string => `${localTime(epochMs, 0)}+00:00`

/** `2026-07-15T09:23:41Z` */
export const utcTime = (epochMs: number): string => `${localTime(epochMs, 0)}Z`
