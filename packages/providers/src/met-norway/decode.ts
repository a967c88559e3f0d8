import { ALERT_CERTAINTIES, type AlertUrgency, type OfficialWarning, type WarningText, formatInstant, gradeAlert } from '@isobar/weather'
import { readCapWord } from '../cap/draft.ts'
import { readPolygons } from '../cap/geometry.ts'
import { computeShortHash } from '../cap/keys.ts'
import { parseAwarenessLevel, parseAwarenessTags } from '../cap/level.ts'
import { toPlainLine, toPlainText } from '../cap/plain-text.ts'
import { parseTime } from '../cap/time.ts'
import { readFields, isObject, type Json, readObjects, readText } from '../json.ts'

/** A warning of MetAlerts before its key is known. Epoch milliseconds. */
export interface MetAlert {
  /** A hash of its event, domain and area. */
  readonly subject: string
  readonly startMs: number
  readonly endMs: number
  /** Whether its level is green: no warning, or the end of one. */
  readonly isGreen: boolean
  /** With an empty key. */
  readonly warning: OfficialWarning
}

/** The list of warnings in one language. */
export interface MetAlerts {
  readonly features: readonly Json[]
  readonly changedMs: number | null
}

/** The envelope of an answer; null if it is not one. */
export function decodeMetAlerts(json: unknown): MetAlerts | null {
  if (!isObject(json) || json['type'] !== 'FeatureCollection' || !Array.isArray(json['features'])) return null
  return { features: readObjects(json['features']), changedMs: parseTime(readText(json['lastChange']), null) }
}

/**
 * One warning from its feature; each message has one feature. `english` is the same message in English. `sentMs` is used as the time of the
 * message, which is not sent. Null without identifier, times or event; `test` for a message that is not a real warning.
 */
export function toMetAlert(feature: Json, english: Json | undefined, sentMs: number, source: string): MetAlert | 'test' | null {
  const properties = readFields(feature['properties'])
  const text = (name: string): string | null => readText(properties[name])
  const [start, last] = intervalOf(feature)
  const startMs = parseTime(start, null)
  const endMs = parseTime(text('eventEndingTime'), null) ?? parseTime(last, null)
  const [id, event] = [text('id'), text('event')]
  if (id === null || event === null || startMs === null || endMs === null) return null
  if ((text('status') ?? 'Actual') !== 'Actual') return 'test'
  const level = parseAwarenessLevel(text('awareness_level'))
  const isGreen = level?.isNone === true
  const norwegian = toText('no', properties, event)
  const inEnglish = english !== undefined && isObject(english['properties']) ? [toText('en', english['properties'], event)] : []
  const area = toPlainLine(text('area')) ?? ''
  const content = { source, senderName: 'MET Norway', event: norwegian.event, description: norwegian.description }
  return {
    subject: computeShortHash([event, text('geographicDomain'), area]),
    startMs,
    endMs,
    isGreen,
    warning: {
      key: '',
      messageId: id,
      replaces: [],
      sent: formatInstant(sentMs),
      start: formatInstant(startMs),
      end: formatInstant(endMs),
      expires: null,
      ended: text('type') === 'Cancel' || isGreen,
      senderName: content.senderName,
      ...gradeAlert(level?.severity ?? text('severity'), content),
      urgency: urgencyOf(startMs, sentMs),
      certainty: readCapWord(ALERT_CERTAINTIES, text('certainty') ?? ''),
      level: isGreen ? null : (level?.level ?? null),
      tags: parseAwarenessTags(text('awareness_type')),
      texts: [norwegian, ...inEnglish],
      areas: [{ name: area, polygons: readPolygons(feature['geometry']), circles: [], codes: [] }],
    },
  }
}

/** The identifier of a feature's message. */
export function readFeatureId(feature: Json): string | null {
  return isObject(feature['properties']) ? readText(feature['properties']['id']) : null
}

function intervalOf({ when }: Json): readonly [string | null, string | null] {
  const interval = isObject(when) && Array.isArray(when['interval']) ? (when['interval'] as readonly unknown[]) : []
  return [readText(interval[0]), readText(interval[1])]
}

/** MetAlerts sends no urgency: an event that has begun is immediate. */
function urgencyOf(startMs: number, sentMs: number): AlertUrgency {
  return startMs <= sentMs ? 'immediate' : 'future'
}

function toText(language: string, properties: Json, event: string): WarningText {
  const text = (name: string): string | null => toPlainText(readText(properties[name]))
  const parts = [text('description'), text('consequences')].filter((part) => part !== null)
  return {
    language,
    event: toPlainLine(readText(properties['eventAwarenessName'])) ?? event,
    headline: toPlainLine(readText(properties['title'])),
    description: parts.join('\n'),
    instruction: text('instruction'),
  }
}
