/** Why a group needs no other, or what it has to agree with where it comes from another source than that. */
interface Group {
  readonly fields: readonly string[]
  /** The groups that it says nothing without; one that is shown beside those of another source must not contradict them. */
  readonly belongsTo: readonly string[]
  /** The scopes in which another source supplies it if no point of the series has it, which may cost a call; empty: never by itself. */
  readonly suppliedIn: readonly ('current' | 'hourly' | 'daily' | 'air')[]
  readonly rule: string
}

const WEATHER = ['current', 'hourly', 'daily'] as const

/**
 * What belongs together: a group comes from one source, whole or not at all. Across two sources no tolerance holds (`dropAcross` in
 * `contradictions.ts`). `npm run generate` writes it into this folder's README.
 */
export const GROUPS = {
  temperature: { fields: ['temperature'], belongsTo: [], suppliedIn: [], rule: 'Only with the whole point.' },
  feelsLike: {
    fields: ['feelsLike'],
    belongsTo: ['temperature', 'wind'],
    suppliedIn: [],
    rule: 'Never supplied: it is computed from the temperature, humidity and wind that are shown.',
  },
  humidity: {
    fields: ['dewPoint', 'humidity'],
    belongsTo: ['temperature'],
    suppliedIn: [],
    rule: 'Never supplied: each is computed from the other and the temperature that is shown.',
  },
  pressure: { fields: ['pressure'], belongsTo: [], suppliedIn: WEATHER, rule: 'Says the same beside anything.' },
  cloudCover: { fields: ['cloudCover'], belongsTo: ['weather'], suppliedIn: [], rule: 'Only with the whole point.' },
  visibility: {
    fields: ['visibility'],
    belongsTo: ['weather'],
    suppliedIn: ['current', 'hourly'],
    rule: 'Not where the weather shown rules it out: 1 km or more in fog, less under a sky without anything in the air.',
  },
  uvIndex: { fields: ['uvIndex'], belongsTo: ['daylight'], suppliedIn: WEATHER, rule: 'Not above 0 by night.' },
  wind: { fields: ['windSpeed', 'windDirection'], belongsTo: [], suppliedIn: [], rule: 'Only with the whole point.' },
  gust: { fields: ['windGust'], belongsTo: ['wind'], suppliedIn: WEATHER, rule: 'Not below the wind that is shown.' },
  precipitation: {
    fields: ['precipitation', 'rain', 'snow', 'precipitationProbability'],
    belongsTo: ['weather'],
    suppliedIn: ['hourly', 'daily'],
    rule: 'Amounts with their chance: neither is supplied beside the other of another source. None beside rain or snow, and nothing but none beside a dry sky.',
  },
  weather: { fields: ['condition', 'providerCode'], belongsTo: [], suppliedIn: [], rule: 'Only with the whole point.' },
  daylight: { fields: ['isDay'], belongsTo: [], suppliedIn: [], rule: 'Computed from the place and the time.' },
  dust: { fields: ['dust'], belongsTo: [], suppliedIn: ['air'], rule: 'No index counts it.' },
  pollen: { fields: ['pollen'], belongsTo: [], suppliedIn: ['air'], rule: 'No index counts it.' },
  point: {
    fields: [],
    belongsTo: [],
    suppliedIn: ['hourly'],
    rule: 'An hour without a temperature, with neither condition nor amounts, or with something that falls without an amount, is the next source’s, with all its fields.',
  },
} as const satisfies Readonly<Record<string, Group>>

export type GroupName = keyof typeof GROUPS

/** The groups of current weather for which it is said what kind of number they are. */
export const WEATHER_GROUPS = [
  'temperature',
  'feelsLike',
  'humidity',
  'pressure',
  'cloudCover',
  'visibility',
  'uvIndex',
  'wind',
  'gust',
  'precipitation',
  'weather',
] as const satisfies readonly GroupName[]
export type WeatherGroup = (typeof WEATHER_GROUPS)[number]

const ENTRIES: readonly (readonly [GroupName, Group])[] = Object.entries(GROUPS) as [GroupName, Group][]

/** Whether a name, such as one stored by another release, is that of a group. */
export function isGroupName(name: string): name is GroupName {
  return Object.hasOwn(GROUPS, name)
}

/** The groups that another source may supply in a scope. */
export function listSuppliedGroups(scope: 'current' | 'hourly' | 'daily' | 'air'): readonly GroupName[] {
  return ENTRIES.flatMap(([name, { suppliedIn }]) => (suppliedIn.includes(scope) ? [name] : []))
}

/** The fields of a group. */
export function listGroupFields(name: GroupName): readonly string[] {
  return GROUPS[name].fields
}

/** The table as rows of Markdown, for the README. */
export function printGroups(): string {
  const rows = ENTRIES.map(([name, { fields, belongsTo, suppliedIn, rule }]) => {
    const cells = [name, fields.join(', ') || 'all', belongsTo.join(', ') || '–', suppliedIn.join(', ') || '–', rule]
    return `| ${cells.join(' | ')} |`
  })
  return ['| group | fields | belongs to | supplied in | rule |', '|---|---|---|---|---|', ...rows].join('\n')
}
