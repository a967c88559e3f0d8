/** Conditions without rain or snow. Some providers send no amount at all in dry weather, others 0: readers see the same. */
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

/** The amount to show: 0 where none was sent and the condition is dry; null where it is not known. */
export function shownAmount({
  precipitation,
  condition,
}: {
  readonly precipitation: number | null
  readonly condition: string | null
}): number | null {
  return precipitation ?? (condition !== null && DRY.has(condition) ? 0 : null)
}
