import { type OfficialWarning, type WarningArea, type WarningText, formatInstant, gradeAlert } from '@isobar/weather'
import { readPolygons } from '../cap/geometry.ts'
import { parseCanadianLevel } from '../cap/level.ts'
import { toPlainLine, toPlainText } from '../cap/plain-text.ts'
import { parseTime } from '../cap/time.ts'
import { readFields, isObject, type Json, readObjects, readText } from '../json.ts'

/** A page of the collection. */
export interface Page {
  readonly features: readonly Json[]
  /** How many features the collection has. */
  readonly total: number
}

/** The envelope of a page; null if it is not a page. */
export function decodePage(json: unknown): Page | null {
  if (!isObject(json) || json['type'] !== 'FeatureCollection' || !Array.isArray(json['features'])) return null
  const total = json['numberMatched']
  return typeof total === 'number' && Number.isInteger(total) && total >= 0 ? { features: readObjects(json['features']), total } : null
}

/** A warning in one forecast area: the service has a feature for each. Epoch milliseconds. */
export interface AreaAlert {
  /** Id of the feature; unique over all pages. */
  readonly id: string
  /** Id of the warning that it is a part of. */
  readonly event: string
  readonly ended: boolean
  /** What is alike in all areas of a part of the warning. */
  readonly content: Omit<OfficialWarning, 'key' | 'areas' | 'ended' | 'texts'> & { readonly texts: readonly WarningText[] }
  readonly area: WarningArea
  /** The area's name in the languages of the texts. */
  readonly names: readonly string[]
  readonly lastsUntilMs: number
}

const OVER = new Set(['ended', 'cancelled', 'canceled', 'transitioned_out', 'terminated'])
/** English first, as in the collection; both are always present. */
const LANGUAGES = ['en', 'fr'] as const

/** One feature. Null without an identifier, a code, a time of publication or a name. */
export function toAreaAlert(feature: Json, source: string): AreaAlert | null {
  const properties = readFields(feature['properties'])
  const text = (name: string): string | null => readText(properties[name])
  const id = readText(feature['id']) ?? text('id')
  const code = text('alert_code')
  const sentMs = parseTime(text('publication_datetime'), null)
  const texts = LANGUAGES.flatMap((language) => toText(language, properties))
  const [first] = texts
  if (id === null || code === null || sentMs === null || first === undefined) return null
  const endMs = parseTime(text('event_end_datetime'), null)
  const expiresMs = parseTime(text('expiration_datetime'), null)
  const featureId = text('feature_id') ?? id
  const names = LANGUAGES.map((language) => toPlainLine(text(`feature_name_${language}`)) ?? '')
  // "yellow warning - snowfall": the name has the colour, too.
  const level = parseCanadianLevel(text('risk_colour_en')) ?? parseCanadianLevel(/^\w+/.exec(first.event)?.[0] ?? null)
  const senderName = 'Environment and Climate Change Canada'
  return {
    id,
    event: `${id.endsWith(`_${featureId}`) ? id.slice(0, -featureId.length - 1) : id}.${code}`,
    ended: OVER.has((text('status_en') ?? '').toLowerCase()),
    content: {
      messageId: `${id.split('_')[0] ?? id}.${code}`,
      replaces: [],
      sent: formatInstant(sentMs),
      start: formatInstant(parseTime(text('validity_datetime'), null) ?? sentMs),
      end: endMs === null ? null : formatInstant(endMs),
      expires: expiresMs === null ? null : formatInstant(expiresMs),
      senderName,
      ...gradeAlert(level?.severity ?? null, { source, senderName, event: first.event, description: first.description }),
      urgency: 'unknown',
      certainty: 'unknown',
      level: level?.level ?? null,
      tags: [],
      texts,
    },
    area: { name: names[0] ?? '', polygons: readPolygons(feature['geometry']), circles: [], codes: [] },
    names,
    lastsUntilMs: endMs ?? expiresMs ?? Infinity,
  }
}

function toText(language: (typeof LANGUAGES)[number], properties: Json): WarningText[] {
  const event = toPlainLine(readText(properties[`alert_name_${language}`]))
  if (event === null) return []
  return [
    {
      language: `${language}-CA`,
      event,
      headline: null,
      description: toPlainText(readText(properties[`alert_text_${language}`])) ?? event,
      instruction: null,
    },
  ]
}
