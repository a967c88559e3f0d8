/** Conditions without rain or snow. In dry weather some providers send no amount and others send 0; readers see 0 in both cases. */
const DRY: ReadonlySet<string> = new Set([
  'clear',
  'mostly_clear',
  'partly_cloudy',
  'mostly_cloudy',
  'overcast',
  'haze',
  'mist',
  'fog',
  'dust',
  'smoke',
  'ash',
])

/** The amount to show: 0 if none was sent and the condition is dry; null if unknown. */
export function shownAmount({
  precipitation,
  condition,
}: {
  readonly precipitation: number | null
  readonly condition: string | null
}): number | null {
  return precipitation ?? (condition !== null && DRY.has(condition) ? 0 : null)
}
