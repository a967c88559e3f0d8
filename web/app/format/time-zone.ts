/** A zone; UTC where there is none or this runtime does not know it: a browser's zones may be older than the service's. */
export function resolveTimeZone(zone: string | null | undefined): string {
  const wanted = zone ?? 'UTC'
  try {
    new Intl.DateTimeFormat('en', { timeZone: wanted }).format()
    return wanted
  } catch {
    return 'UTC'
  }
}
