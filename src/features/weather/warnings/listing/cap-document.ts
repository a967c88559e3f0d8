import { hash } from 'node:crypto'
import type { Attribution } from '@isobar/providers/port'
import { type Circle, METRES_PER_FOOT, type Polygon, type WarningText, classifyOfficial, getAlertKind } from '@isobar/weather'
import { XML_DECLARATION, writeXmlElement, writeXmlLeaf } from '../../../../platform/http/bytes/xml.ts'
import type { Shape } from '../geometry/shape.ts'
import type { StoredArea, StoredMessage } from '../stored-warning.ts'

export interface CapWarning {
  /** Of the warning as a whole. */
  readonly id: string
  readonly feed: string
  readonly message: StoredMessage
  /** The geometry of its areas, by hash. */
  readonly shapes: ReadonlyMap<string, Shape>
  readonly simulated: boolean
  readonly credit: Attribution
  /** Who publishes the document: a domain name. */
  readonly sender: string
}

const CATEGORIES: Readonly<Record<string, string>> = { forestFire: 'Fire', airQuality: 'Env', avalanche: 'Geo' }

/**
 * A warning as a message of the Common Alerting Protocol 1.2, in all its languages: a message of ours, since it is written from our record of the
 * issuer's. `incidents` is the same in all messages about the warning. Outlines are the issuer's own, without holes, which CAP does not have.
 */
export function writeCapWarning({ id, feed, message, shapes, simulated, credit, sender }: CapWarning): string {
  const { messageId, sent, senderName, texts } = message
  const document = writeXmlElement(
    'alert',
    { xmlns: 'urn:oasis:names:tc:emergency:cap:1.2' },
    writeXmlLeaf('identifier', buildCapIdentifier(id, message)),
    writeXmlLeaf('sender', sender),
    writeXmlLeaf('sent', capTime(sent)),
    writeXmlLeaf('status', simulated ? 'Test' : 'Actual'),
    writeXmlLeaf('msgType', 'Alert'),
    writeXmlLeaf('source', senderName ?? credit.name),
    writeXmlLeaf('scope', 'Public'),
    writeXmlLeaf('note', `Rewritten from message ${messageId}. ${credit.text}. Licence: ${credit.license}. ${credit.url}`),
    writeXmlLeaf('incidents', id),
    ...texts.map((text) => infoOf(text, { message, feed, shapes, credit })),
  )
  return `${XML_DECLARATION}${document}\n`
}

/** Where the document of a warning is. */
export function buildCapPath(id: string): string {
  return `/api/alerts/${id}.cap`
}

/** The identifier of the document: another one for each message of the issuer. */
export function buildCapIdentifier(id: string, { messageId, sent }: Pick<StoredMessage, 'messageId' | 'sent'>): string {
  return `${id}.${hash('sha256', JSON.stringify([messageId, sent])).slice(0, 12)}`
}

function infoOf(text: WarningText, { message, feed, shapes, credit }: Pick<CapWarning, 'message' | 'feed' | 'shapes' | 'credit'>): string {
  const { start, end, expires, senderName, severity, severitySource, urgency, certainty, level, tags, messageId } = message
  const kind = getAlertKind(classifyOfficial({ ...text, source: feed, senderName, tags }))
  const until = expires ?? end
  return writeXmlElement(
    'info',
    {},
    writeXmlLeaf('language', text.language),
    writeXmlLeaf('category', CATEGORIES[kind] ?? 'Met'),
    writeXmlLeaf('event', text.event),
    writeXmlLeaf('urgency', capitalised(urgency)),
    // A severity that we derived would look like the issuer's.
    writeXmlLeaf('severity', capitalised(severitySource === 'stated' ? (severity ?? 'unknown') : 'unknown')),
    writeXmlLeaf('certainty', capitalised(certainty)),
    writeXmlLeaf('onset', capTime(start)),
    until === null ? null : writeXmlLeaf('expires', capTime(until)),
    writeXmlLeaf('senderName', senderName),
    writeXmlLeaf('headline', text.headline),
    writeXmlLeaf('description', text.description),
    writeXmlLeaf('instruction', text.instruction),
    writeXmlLeaf('web', credit.url),
    parameter('originalIdentifier', messageId),
    // `expires` is when the message expires.
    end === null ? null : parameter('eventEndingTime', capTime(end)),
    level === null ? null : parameter('level', level.name),
    typeof level?.color === 'string' ? parameter('levelColor', level.color) : null,
    ...message.areas.map((area, index) => areaOf(area, text.areaNames?.[index] ?? area.name, shapes)),
  )
}

function parameter(name: string, value: string): string {
  return writeXmlElement('parameter', {}, writeXmlLeaf('valueName', name), writeXmlLeaf('value', value))
}

function areaOf({ shape, codes, height }: StoredArea, name: string, shapes: CapWarning['shapes']): string {
  const { polygons = [], circles = [] } = (shape === null ? undefined : shapes.get(shape)) ?? {}
  return writeXmlElement(
    'area',
    {},
    writeXmlLeaf('areaDesc', name),
    ...polygons.map(polygonOf),
    ...circles.map(circleOf),
    ...codes.map(({ scheme, code }) => writeXmlElement('geocode', {}, writeXmlLeaf('valueName', scheme), writeXmlLeaf('value', code))),
    height === undefined ? null : writeXmlLeaf('altitude', feet(height.from)),
    height === undefined || height.to === null ? null : writeXmlLeaf('ceiling', feet(height.to)),
  )
}

function polygonOf([outer = []]: Polygon): string | null {
  return writeXmlLeaf('polygon', outer.map(([lon, lat]) => `${lat},${lon}`).join(' '))
}

function circleOf({ lat, lon, radiusKm }: Circle): string | null {
  return writeXmlLeaf('circle', `${lat},${lon} ${radiusKm}`)
}

function feet(metres: number): string {
  return (metres / METRES_PER_FOOT).toFixed(2)
}

/** CAP 1.2 §3.3.2: UTC is written as `-00:00`. */
function capTime(instant: string): string {
  return instant.replace(/Z$/, '-00:00')
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
