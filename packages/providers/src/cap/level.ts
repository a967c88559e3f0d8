import type { AlertSeverity, OfficialWarning } from '@isobar/weather'
import type { CapInfo, NamedValue } from './message.ts'

/** The grade that an agency shows to the public. */
export interface AgencyLevel {
  readonly level: NonNullable<OfficialWarning['level']>
  /** The severity that the level stands for; null if the CAP severity is to be used. */
  readonly severity: AlertSeverity | null
  /** Set on MeteoAlarm's level 1, green: the area is listed but not warned. */
  readonly isNone?: true
}

/** MeteoAlarm's awareness levels by number; the third word and the CAP severity vary with the sender. */
const AWARENESS: Readonly<Record<string, readonly [name: string, severity: AlertSeverity | null]>> = {
  '1': ['green', null],
  '2': ['yellow', 'moderate'],
  '3': ['orange', 'severe'],
  '4': ['red', 'extreme'],
}
const CANADIAN: Readonly<Record<string, AlertSeverity>> = { yellow: 'moderate', orange: 'severe', red: 'extreme' }
/** Colours of the German service's four levels, which correspond to CAP's severities. */
const GERMAN: Readonly<Record<string, string>> = { Minor: 'yellow', Moderate: 'orange', Severe: 'red', Extreme: 'violet' }

/** Awareness types by number, as the tags used elsewhere; the text after the number has many spellings. */
const TYPES: Readonly<Record<string, string>> = {
  '1': 'Wind',
  '2': 'Snow/Ice',
  '3': 'Thunderstorm',
  '4': 'Fog',
  '5': 'Extreme high temperature',
  '6': 'Extreme low temperature',
  '7': 'Coastal event',
  '8': 'Forest fire',
  '9': 'Avalanches',
  '10': 'Rain',
  '12': 'Flooding',
  '13': 'Rain flood',
}

/** The value of the first parameter with this name. */
export function findParameter(parameters: readonly NamedValue[], name: string | RegExp): string | null {
  return parameters.find(([each]) => (typeof name === 'string' ? each === name : name.test(each)))?.[1] ?? null
}

/** The level of `2; yellow; Moderate`, by its number; null for anything else. */
export function parseAwarenessLevel(text: string | null): AgencyLevel | null {
  const number = numberOf(text)
  const [name, severity] = AWARENESS[number] ?? []
  return name === undefined ? null : { level: { name, color: null }, severity: severity ?? null, ...(number === '1' && { isNone: true }) }
}

/** The tag of an awareness type such as `6; low-temperature`, by its number; empty for anything else. */
export function parseAwarenessTags(text: string | null): readonly string[] {
  const tag = TYPES[numberOf(text)]
  return tag === undefined ? [] : [tag]
}

/** Canada's colours; null without one, as in statements. */
export function parseCanadianLevel(colour: string | null): AgencyLevel | null {
  const name = colour?.toLowerCase() ?? ''
  const severity = CANADIAN[name]
  return severity === undefined ? null : { level: { name, color: null }, severity }
}

/**
 * The agency's own level of a message: MeteoAlarm's or Canada's, whose parameters name their convention, or that of the sender's own
 * (`ofSender`). Null if it states none.
 */
export function findAgencyLevel(info: CapInfo, ofSender: (info: CapInfo) => AgencyLevel | null = () => null): AgencyLevel | null {
  const own = ofSender(info)
  const awareness = parseAwarenessLevel(findParameter(info.parameters, 'awareness_level'))
  if (awareness !== null) return { ...awareness, level: { ...awareness.level, color: own?.level.color ?? null } }
  if (own !== null) return own
  const [colour = null] = findParameter(info.parameters, /^layer:EC-MSC-SMC:[\d.]+:Alert_Name$/)?.match(/^(?:yellow|orange|red)\b/) ?? []
  return parseCanadianLevel(colour)
}

/** The German service's level: the colour of its maps, and the CAP severity, which corresponds to its four levels. */
export function findGermanLevel({ eventCodes, severity }: CapInfo): AgencyLevel | null {
  const color = hexOf(findParameter(eventCodes, 'AREA_COLOR'))
  const name = GERMAN[severity]
  return color === null || name === undefined ? null : { level: { name, color }, severity: null }
}

/** "yellow warning - air quality", "Yellow warning of wind", "Status Orange - Rain warning". */
const COLOUR_FIRST = /^(yellow|amber|orange|red)\b(?=.*\b(?:warning|watch|advisory|alert)\b)/i
const COLOUR_OF_STATUS = /\bstatus\b[ :–-]*(yellow|orange|red)\b/i

/** The level of agencies that begin their headlines or titles with its colour; null without one. */
export function readHeadlineLevel({ headline, event }: Pick<CapInfo, 'headline' | 'event'>): AgencyLevel | null {
  for (const text of [headline ?? '', event]) {
    const name = (COLOUR_FIRST.exec(text)?.[1] ?? COLOUR_OF_STATUS.exec(text)?.[1])?.toLowerCase()
    const severity = name === undefined ? undefined : CANADIAN[name === 'amber' ? 'orange' : name]
    if (name !== undefined && severity !== undefined) return { level: { name, color: null }, severity }
  }
  return null
}

/** New Zealand's colour, beside a CAP severity of its own. */
export function findNewZealandLevel({ parameters }: CapInfo): AgencyLevel | null {
  const name = findParameter(parameters, 'ColourCode')
  if (name === null) return null
  const hex = findParameter(parameters, 'ColourCodeHex')
  const color = hex !== null && /^#[\da-f]{6}$/i.test(hex) ? hex.toLowerCase() : null
  return { level: { name: name.toLowerCase().slice(0, 40), color }, severity: null }
}

function numberOf(text: string | null): string {
  return /^\s*(\d{1,2})\s*(?:;|$)/.exec(text ?? '')?.[1] ?? ''
}

/** `#fb8c00` of `251 140 0`. */
function hexOf(rgb: string | null): string | null {
  const parts =
    /^(\d{1,3}) (\d{1,3}) (\d{1,3})$/
      .exec(rgb ?? '')
      ?.slice(1)
      .map(Number) ?? []
  const isColour = parts.length === 3 && parts.every((part) => part <= 255)
  return isColour ? `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}` : null
}
