import { AREA_CODE_SCHEMES, type AreaCode, type Circle, type Polygon, thinPolygons, toSingleLine } from '@isobar/weather'
import { parseCircle, parsePolygon } from './geometry.ts'
import type { CapNode } from './node.ts'
import { toPlainLine, toPlainText } from './plain-text.ts'
import { parseTime } from './time.ts'

/** A CAP message with the fields that matter, plain enough to be stored as JSON. Times are epoch milliseconds, texts are plain text. */
export interface CapMessage {
  readonly identifier: string
  readonly sender: string
  readonly sentMs: number
  /** `Actual`, `Exercise`, `System`, `Test`, `Draft`. */
  readonly status: string
  /** `Alert`, `Update`, `Cancel`, `Ack`, `Error`. */
  readonly msgType: string
  readonly scope: string
  /** The other messages that it follows; they may never have been seen. */
  readonly references: readonly Reference[]
  readonly infos: readonly CapInfo[]
}

/** A reference to another message, by its identifier. */
export interface Reference {
  readonly identifier: string
  /** Who sent that message, as the one that refers to it says. */
  readonly sender: string
  /** Null if its time is unreadable. */
  readonly sentMs: number | null
}

/** What a message says in one language about one group of areas. */
export interface CapInfo {
  /** As sent; null if missing. */
  readonly language: string | null
  readonly categories: readonly string[]
  readonly event: string
  readonly responseTypes: readonly string[]
  readonly urgency: string
  readonly severity: string
  readonly certainty: string
  readonly eventCodes: readonly NamedValue[]
  readonly parameters: readonly NamedValue[]
  readonly effectiveMs: number | null
  readonly onsetMs: number | null
  readonly expiresMs: number | null
  readonly senderName: string | null
  readonly headline: string | null
  readonly description: string | null
  readonly instruction: string | null
  readonly areas: readonly CapArea[]
}

/** A parameter, event code or geocode. */
export type NamedValue = readonly [name: string, value: string]

/** An area as sent; heights in feet, as in CAP. */
export interface CapArea {
  readonly name: string
  readonly polygons: readonly Polygon[]
  readonly circles: readonly Circle[]
  readonly codes: readonly AreaCode[]
  readonly altitudeFeet: number | null
  readonly ceilingFeet: number | null
}

const MAX_INFOS = 500
const MAX_AREAS = 5_000
const MAX_CODES = 5_000
const MAX_REFERENCES = 1_000
const MAX_TOKEN = 256

/**
 * A CAP message of any version. `zone` is the IANA zone of times without an offset; null rejects them. Null if it is not a CAP message, or
 * has no identifier, sender, time or status and is therefore useless.
 */
export function toCapMessage(node: CapNode, zone: string | null): CapMessage | null {
  const identifier = tokenOf(node.text('identifier'))
  const sender = tokenOf(node.text('sender'))
  const sentMs = parseTime(node.text('sent'), zone)
  const status = node.text('status')
  const msgType = node.text('msgType')
  if (identifier === null || sender === null || sentMs === null || status === null || msgType === null) return null
  return {
    identifier,
    sender,
    sentMs,
    status,
    msgType,
    scope: node.text('scope') ?? 'Public',
    references: referencesOf(node.text('references') ?? '').filter((reference) => reference.identifier !== identifier),
    infos: node
      .children('info')
      .slice(0, MAX_INFOS)
      .map((info) => toInfo(info, zone)),
  }
}

/** Identifiers are compared and stored: no white space, and a bounded length. */
function tokenOf(text: string | null): string | null {
  return text?.replaceAll(/\s+/g, '').slice(0, MAX_TOKEN) || null
}

/** `sender,identifier,sent` triples separated by white space. A sender may contain commas, an identifier may not. */
function referencesOf(text: string): Reference[] {
  return text
    .split(/\s+/, MAX_REFERENCES)
    .map((triple) => triple.split(','))
    .flatMap((parts) => {
      const identifier = parts.length >= 3 ? tokenOf(parts.at(-2) ?? '') : null
      const sender = tokenOf(parts.slice(0, -2).join(',')) ?? ''
      return identifier === null ? [] : [{ identifier, sender, sentMs: parseTime(parts.at(-1) ?? '', null) }]
    })
}

function toInfo(node: CapNode, zone: string | null): CapInfo {
  const headline = toPlainLine(node.text('headline'))
  const description = toPlainText(node.text('description'))
  return {
    language: node.text('language'),
    categories: node.texts('category'),
    event: toPlainLine(node.text('event')) ?? headline ?? toPlainLine(description?.split('\n')[0] ?? null) ?? '',
    responseTypes: node.texts('responseType'),
    urgency: node.text('urgency') ?? 'Unknown',
    severity: node.text('severity') ?? 'Unknown',
    certainty: node.text('certainty') ?? 'Unknown',
    eventCodes: namedValues(node, 'eventCode'),
    parameters: namedValues(node, 'parameter'),
    effectiveMs: parseTime(node.text('effective'), zone),
    onsetMs: parseTime(node.text('onset'), zone),
    expiresMs: parseTime(node.text('expires'), zone),
    senderName: toPlainLine(node.text('senderName')),
    headline,
    description,
    instruction: toPlainText(node.text('instruction')),
    areas: node.children('area').slice(0, MAX_AREAS).map(toArea),
  }
}

function namedValues(node: CapNode, name: string): NamedValue[] {
  return node
    .children(name)
    .slice(0, MAX_CODES)
    .flatMap((each): NamedValue[] => {
      const [valueName, value] = [each.text('valueName'), each.text('value')]
      return valueName === null || value === null ? [] : [[valueName.slice(0, MAX_TOKEN), toSingleLine(value.slice(0, 2_000))]]
    })
}

function toArea(node: CapNode): CapArea {
  return {
    name: toPlainLine(node.text('areaDesc')) ?? '',
    // Some senders repeat an outline.
    polygons: thinPolygons([...new Set(node.texts('polygon'))].map(parsePolygon).filter((polygon) => polygon !== null)),
    circles: node.texts('circle').flatMap((text) => parseCircle(text) ?? []),
    codes: namedValues(node, 'geocode').map(([name, code]) => ({ scheme: schemeOf(name), code })),
    altitudeFeet: finiteOf(node.text('altitude')),
    ceilingFeet: finiteOf(node.text('ceiling')),
  }
}

/** Other names of known schemes: Canada's profiles include a version in the name, the United States write the basis of the county codes. */
const SCHEMES: readonly (readonly [name: RegExp, scheme: (typeof AREA_CODE_SCHEMES)[number]])[] = [
  [/^layer:EC-MSC-SMC:[\d.]+:CLC$/, 'CLC'],
  [/^profile:CAP-CP:Location:[\d.]+$/, 'SGC'],
  [/^FIPS6$/, 'SAME'],
]

function schemeOf(name: string): string {
  return AREA_CODE_SCHEMES.find((known) => known === name) ?? SCHEMES.find(([pattern]) => pattern.test(name))?.[1] ?? name
}

function finiteOf(text: string | null): number | null {
  const value = text === null ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
