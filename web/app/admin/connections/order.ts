/** Weather providers as WEATHER_PROVIDERS names them: `openweather,met-norway@nordic`. */
export function parseProviderEntries(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** `met-norway` of `met-norway@nordic`. */
export function getEntryProvider(entry: string): string {
  return entry.split('@', 1)[0] as string
}

/** The list with the entry of a provider moved by so many places; the same list if it would leave it. */
export function moveProvider(entries: readonly string[], id: string, by: number): string[] {
  const from = entries.findIndex((entry) => getEntryProvider(entry) === id)
  const to = from + by
  if (from === -1 || to < 0 || to >= entries.length) return [...entries]
  const others = entries.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, entries[from] as string)
}

/** The list with a provider at its end, or without it. */
export function toggleProvider(entries: readonly string[], id: string): string[] {
  const others = entries.filter((entry) => getEntryProvider(entry) !== id)
  return others.length < entries.length ? others : [...others, id]
}

/** The list with a provider asked in a region that consists of these parts; without parts, everywhere. */
export function withRegion(entries: readonly string[], id: string, parts: readonly string[]): string[] {
  return entries.map((entry) => (getEntryProvider(entry) === id ? [id, parts.join('+')].filter((each) => each !== '').join('@') : entry))
}
