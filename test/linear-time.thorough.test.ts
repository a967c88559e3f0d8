import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { unzipDocuments } from '@isobar/providers/dwd'
import { parseJson } from '@isobar/providers/port'
import { classifyOfficial, gradeAlert, parsePlaceAddress, toPlaceSlug } from '@isobar/weather'
import type { FastifyRequest } from 'fastify'
import { readFeedDocument } from '../packages/providers/src/cap-feed/items.ts'
import { readCapDocument } from '../packages/providers/src/cap/document.ts'
import { parseCircle, parsePolygon } from '../packages/providers/src/cap/geometry.ts'
import { toCapMessage } from '../packages/providers/src/cap/message.ts'
import { wrapJsonObject } from '../packages/providers/src/cap/node.ts'
import { toPlainLine, toPlainText } from '../packages/providers/src/cap/plain-text.ts'
import { parseTime } from '../packages/providers/src/cap/time.ts'
import { parseXml } from '../packages/providers/src/cap/xml.ts'
import { decodeCollection } from '../packages/providers/src/nws/schema.ts'
import { transformMessages } from '../packages/providers/src/nws/transform.ts'
import { transformAlerts } from '../packages/providers/src/openweather/alerts.ts'
import { SESSION_COOKIE, createTokenCookie } from '../src/admin/access/token-cookie.ts'
import { AppError } from '../src/errors.ts'
import { hashKeySecret } from '../src/features/clients/keys/secret.ts'
import { findLinkFaults } from '../src/features/mail/templates/link-rules.ts'
import { findMarkupFault } from '../src/features/mail/templates/mjml.ts'
import { shortenToLine as subjectLine, wrapText } from '../src/features/mail/templates/plain-text.ts'
import { shieldLiquid } from '../src/features/mail/templates/shield.ts'
import { classifyBrowser, toStoredPath } from '../src/features/site/analytics/event.ts'
import { createPageCache } from '../src/features/site/rendering/page-cache.ts'
import { toParagraphs } from '../src/features/subscribers/alerting/emails/weather-alert/paragraphs.ts'
import { foldName } from '../src/features/weather/places/geocode/fold.ts'
import { parseGeocodeQuery } from '../src/features/weather/places/geocode/query.ts'
import { readAliases, readAreas, UnusableRegister } from '../src/features/weather/warnings/register-file.ts'
import { writeStorableJson } from '../src/platform/db/storable-json.ts'
import { parseAcceptedLanguages } from '../src/platform/http/bytes/accept.ts'
import { isGzipAccepted } from '../src/platform/http/bytes/compression.ts'
import { writeCsvLine } from '../src/platform/http/bytes/csv.ts'
import { isEtagMatch } from '../src/platform/http/bytes/etag.ts'
import { hasBearerToken } from '../src/platform/http/server/bearer.ts'
import { isLoopbackRequest, parseIp } from '../src/platform/http/server/client-ip.ts'
import { findPresentedKey, takeClientKey } from '../src/platform/http/server/client-key.ts'
import { toAddressKey, parseMailbox, readEmailAddress } from '../src/platform/mail/address.ts'
import { encodeQuotedPrintable } from '../src/platform/mail/quoted-printable.ts'
import { StartupError } from '../src/platform/startup-error.ts'

/** Characters and short sequences that a pattern may repeat, or that open what a parser then looks for the end of. */
const UNITS = [
  ...' \t\n\r\0,;:.=-_+*/\\|"\'`<>()[]{}&#%@!?~^$0aZé',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u0301',
  'a\u0301',
  '\u0483',
  '\ud800',
  '\ufdfa',
  '日',
  '\r\n',
  '\n ',
  ' \n',
  ', ',
  ' ,',
  '1,',
  '1 ',
  '1,1 ',
  '0.',
  'a.',
  'a b ',
  'a;',
  'a=',
  '<a',
  '<b>',
  '</b>',
  '<p/>',
  '<b ',
  '<a "',
  '<a \'"',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '&amp;',
  '&amp',
  '&#1;',
  '{{',
  '}}',
  '{%',
  '[[',
  '![',
  '](',
  '**',
  '\\u0000',
  'green ',
  'liquid',
  'liquidz',
  'http:',
  'www.',
  'site_preferences=',
  'service_admin_session=',
  '[1,',
  '{"a":',
]
const HEADER_BYTES = 16 * 1024
const MEGABYTE = 1024 * 1024
/** The parser takes 60 ns for a line end. Documents are read in a thread of their own. */
const XML_BYTES = 400_000
const LIMIT_MS = 50
/** For the shorter texts: headers, searches, names. A quadratic reader takes hundreds. */
const SHORT_LIMIT_MS = 10
const SHORT_BYTES = 20_000

const xml = (inner: string) => Buffer.from(`<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">${inner}</alert>`)
const request = (headers: Record<string, string>) => ({ method: 'GET', raw: { url: '/' }, headers }) as unknown as FastifyRequest
const head = { identifier: 'm1', sender: 'office', sent: '2026-07-01T08:00:00Z', status: 'Actual', msgType: 'Alert' }
const information = (field: object) => toCapMessage(wrapJsonObject({ ...head, info: field }), null)
const officialAlert = (event: string, description: string) => ({
  source: 'dwd',
  senderName: 'DWD',
  event,
  description,
  tags: [],
  language: 'de',
})
const pages = createPageCache(1_000)
const rules = { home: 'https://weather.example/', placeholders: ['secret'], ownAddressesOnly: true }

/** Everything that reads a text of somebody else: providers, feeds, browsers, searches, editors, files of operators. */
const READERS: readonly (readonly [name: string, bytes: number, read: (text: string) => unknown])[] = [
  ['an outline', MEGABYTE, parsePolygon],
  ['a circle', MEGABYTE, parseCircle],
  ['a time of CAP', MEGABYTE, (text) => parseTime(text, 'Asia/Bangkok')],
  ['a text of CAP', MEGABYTE, toPlainText],
  ['a line of CAP', MEGABYTE, toPlainLine],
  ['an XML document', XML_BYTES, (text) => parseXml(Buffer.from(text))],
  ['the text of an element', XML_BYTES, (text) => readCapDocument(xml(`<identifier>${text}</identifier>`), null)],
  ['an attribute', XML_BYTES, (text) => parseXml(Buffer.from(`<feed a="${text}"/>`))],
  ['the references of a message', MEGABYTE, (text) => toCapMessage(wrapJsonObject({ ...head, references: text }), null)],
  ['the identifier of a message', MEGABYTE, (text) => toCapMessage(wrapJsonObject({ ...head, identifier: text }), null)],
  ['the event of a message', MEGABYTE, (event) => information({ event })],
  ['the description of a message', MEGABYTE, (description) => information({ description })],
  ['an area of a message', MEGABYTE, (text) => information({ area: { areaDesc: text, polygon: text, circle: text, altitude: text } })],
  ['the code of an area', MEGABYTE, (text) => information({ area: { geocode: { valueName: text, value: text } } })],
  [
    'an index of messages',
    XML_BYTES / 2,
    (text) => {
      const root = parseXml(Buffer.from(`<rss><channel><item><link>${text}</link><pubDate>${text}</pubDate></item></channel></rss>`))
      return root === null ? null : readFeedDocument(root, new URL('https://feed.example/'))
    },
  ],
  ['a JSON body', MEGABYTE, (text) => parseJson(Buffer.from(text))],
  ['an archive', MEGABYTE, (text) => unzipDocuments(Buffer.from(text))],
  [
    'an alert of the National Weather Service',
    100_000,
    (text) => {
      const texts = { event: text, headline: text, description: text, areaDesc: text, senderName: text, severity: text }
      const parameters = { VTEC: [text], expiredReferences: [text], eventEndingTime: [text] }
      const properties = { id: 'a', sent: head.sent, status: 'Actual', messageType: 'Alert', parameters, ...texts }
      return transformMessages(decodeCollection({ features: [{ properties }] }) ?? [], 1)
    },
  ],
  [
    'an alert of OpenWeather',
    100_000,
    (text) => transformAlerts([{ start: 1, event: text, description: text, sender_name: text, tags: [text] }], 1),
  ],
  ['the hazards of an alert', 20_000, (text) => classifyOfficial(officialAlert(text.slice(0, 500), text))],
  ['the grade of an alert', 20_000, (text) => gradeAlert(null, officialAlert(text.slice(0, 500), text))],
  ['the paragraphs of an alert', 20_000, (text) => toParagraphs(text, 4_000)],
  ['a search', 4_096, (q) => parseGeocodeQuery({ q })],
  ['a name of a place', 20_000, foldName],
  ['the address of a place', 20_000, toPlaceSlug],
  ['a page of a place', HEADER_BYTES, parsePlaceAddress],
  ['a path to count', HEADER_BYTES, toStoredPath],
  ['Accept-Language', HEADER_BYTES, parseAcceptedLanguages],
  ['Accept-Encoding', HEADER_BYTES, isGzipAccepted],
  ['If-None-Match', HEADER_BYTES, (text) => isEtagMatch(text, 'W/"a"')],
  ['a URL with keys', HEADER_BYTES, (url) => takeClientKey({ url } as IncomingMessage)],
  [
    'a client key',
    HEADER_BYTES,
    (text) => findPresentedKey({ headers: { authorization: `Bearer ${text}`, 'x-api-key': text } } as unknown as IncomingMessage),
  ],
  ['the secret of a client key', HEADER_BYTES, hashKeySecret],
  ['Authorization', HEADER_BYTES, (text) => hasBearerToken(`Bearer ${text}`, 'a')],
  ['X-Forwarded-For', HEADER_BYTES, parseIp],
  [
    'Host',
    HEADER_BYTES,
    (host) => isLoopbackRequest({ socket: { remoteAddress: '::1' }, headers: { host } } as Parameters<typeof isLoopbackRequest>[0]),
  ],
  ['User-Agent', HEADER_BYTES, classifyBrowser],
  ['cookies, for a page', HEADER_BYTES, (cookie) => pages.keyOf(request({ cookie, 'user-agent': cookie }))],
  ['cookies, for a session', HEADER_BYTES, createTokenCookie(SESSION_COOKIE, true).tokensIn],
  ['an email address', MEGABYTE, readEmailAddress],
  ['the key of an email address', MEGABYTE, toAddressKey],
  ['a mailbox', 1_024, parseMailbox],
  ['a subject', MEGABYTE, subjectLine],
  ['the text part of a mail', 200_000, wrapText],
  ['an encoded mail', 500_000, encodeQuotedPrintable],
  ['the markup of a template', 200_000, findMarkupFault],
  ['the Liquid of a template', 200_000, shieldLiquid],
  ['the links of a mail', 200_000, (text) => findLinkFaults({ subject: '', html: '', text }, rules)],
  ['JSON to store', 200_000, writeStorableJson],
  ['a CSV field', 200_000, (text) => writeCsvLine([text])],
  ['areas to load', 500_000, readAreas],
  ['aliases to load', 200_000, (text) => readAliases(`CODE,ALIAS_CODE,ALIAS_TYPE\n${text}`)],
  ['a fault of a start', 200_000, (text) => new StartupError(text)],
]

const TRIES = 20

/** The processor time of one reading in milliseconds: the least of some tries, since a busy machine has slow moments. */
function timeOf(read: (text: string) => unknown, text: string, enough: number): number {
  let best = Infinity
  for (let tries = 0; tries < TRIES && best > enough; tries++) {
    const began = process.threadCpuUsage()
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof AppError || error instanceof UnusableRegister)) throw error
    }
    const { user, system } = process.threadCpuUsage(began)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

const REFERENCE = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ name: `n${at}`, at: at / 7, list: [at, 'a b', null] })))
/** What reading and writing it takes where the limits were set. */
const REFERENCE_MS = 16

/** How much slower than there all is just now, at least 1: the machine may be another one, or busy. */
function slowness(): number {
  return Math.max(1, timeOf((text) => JSON.stringify(JSON.parse(text)), REFERENCE, REFERENCE_MS) / REFERENCE_MS)
}

describe('any text, up to its limit, is read in linear time', () => {
  it('which a quadratic reader of half a header would not be', () => {
    assert.ok(timeOf((text) => / +!/.test(text), ' '.repeat(HEADER_BYTES / 2), SHORT_LIMIT_MS) > SHORT_LIMIT_MS)
  })

  for (const [name, bytes, read] of READERS)
    it(name, () => {
      const limitMs = bytes <= SHORT_BYTES ? SHORT_LIMIT_MS : LIMIT_MS
      const slow = UNITS.flatMap((unit) => {
        const text = `${unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))}!`
        const ms = timeOf(read, text, limitMs)
        return ms > limitMs && ms > limitMs * slowness() ? [`${JSON.stringify(unit)}: ${Math.round(ms)} ms`] : []
      })
      assert.deepEqual(slow, [])
    })
})
