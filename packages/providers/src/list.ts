/** Regions by name, as ISO 3166 codes of the countries in them. */
export const REGIONS = {
  nordic: ['AX', 'DK', 'FI', 'FO', 'IS', 'NO', 'SE', 'SJ'],
  europe: (
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI ' +
    'SJ SK SM UA VA'
  ).split(' '),
  us: ['AS', 'GU', 'MP', 'PR', 'US', 'VI'],
  canada: ['CA'],
} satisfies Readonly<Record<string, readonly string[]>>

export type RegionName = keyof typeof REGIONS

/**
 * The countries of a region: a name from `REGIONS` in lower case, or ISO 3166 codes in capitals, joined by `+` (`nordic`, `DE+AT`,
 * `nordic+EE`). Null if a part is neither.
 */
export function parseRegionCountries(region: string): readonly string[] | null {
  const parts = region.split('+').map((part): readonly string[] | null => {
    if (/^[A-Z]{2}$/.test(part)) return [part]
    return Object.hasOwn(REGIONS, part) ? REGIONS[part as RegionName] : null
  })
  return parts.every((part) => part !== null) ? [...new Set(parts.flat())] : null
}

/** A provider as WEATHER_PROVIDERS names it. */
export interface ListEntry {
  readonly id: string
  /** Where it is asked: a region as `parseRegionCountries` takes it; null: everywhere. */
  readonly region: string | null
}

const MAX_ENTRIES = 30

/**
 * A list such as `openweather,met-norway@nordic,bright-sky@DE+AT`, in its order; or why it is none, as a sentence that begins with a verb.
 */
export function parseProviderList(text: string): { readonly entries: readonly ListEntry[] } | { readonly fault: string } {
  const parts = text.split(',').map((part) => part.trim())
  const entries = parts.map((part) => {
    const [id = '', region = null, ...rest] = part.split('@')
    return rest.length === 0 && /^[a-z\d]+(?:-[a-z\d]+)*$/.test(id) ? { id, region } : null
  })
  if (parts.length > MAX_ENTRIES) return { fault: `names more than ${MAX_ENTRIES} providers` }
  if (!entries.every((entry) => entry !== null)) return { fault: 'must be names separated by commas, each with an optional @region' }
  if (new Set(entries.map(({ id }) => id)).size < entries.length) return { fault: 'names a provider twice' }
  const isUnknown = entries.some(({ region }) => region !== null && parseRegionCountries(region) === null)
  if (isUnknown) return { fault: `has an unknown region: known are ${Object.keys(REGIONS).join(', ')}, and codes such as DE+AT` }
  return { entries }
}

/** The same as text. */
export function writeProviderList(entries: readonly ListEntry[]): string {
  return entries.map(({ id, region }) => (region === null ? id : `${id}@${region}`)).join(',')
}
