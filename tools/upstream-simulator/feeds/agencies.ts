import { zipSync } from 'fflate'
import { conditional } from '../conditional.ts'
import { html } from '../faults/error-bodies.ts'
import { CITIES } from '../places/cities.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { awarenessType, type Bulletin, bulletinsOf, capTime, levelOf, ringOf } from './bulletins.ts'
import { capDocument, type CapDialect, element, named } from './cap-xml.ts'

const COLOURS = ['', 'green', 'yellow', 'orange', 'red'] as const
const WORDS = ['', 'Minor', 'Moderate', 'Severe', 'Extreme'] as const

/** The countries of MeteoAlarm with cities here, by the name of their feed. */
const COUNTRIES: Readonly<Record<string, string>> = {
  austria: 'AT',
  belgium: 'BE',
  france: 'FR',
  germany: 'DE',
  italy: 'IT',
  netherlands: 'NL',
  poland: 'PL',
  spain: 'ES',
  'united-kingdom': 'GB',
}

/** `GET /api/v1/warnings/feeds-{country}`: CAP as JSON, with a green entry for each city without a warning. */
export function meteoAlarm(world: World, request: WireRequest): WireAnswer {
  const country = COUNTRIES[/^\/api\/v1\/warnings\/feeds-([a-z-]+)$/.exec(request.path)?.[1] ?? '']
  if (country === undefined) return html(404, 'nginx')
  const bulletins = bulletinsOf(world, country, `2.49.0.0.0.0.${country}.`, request.now)
  const warned = new Set(bulletins.map(({ area }) => area))
  const calm = CITIES.filter((city) => city.country === country && !warned.has(`${city.name} area`))
  const green = world.isQuiet === true ? [] : calm.map((city) => greenEntry(city.name, country, request.now))
  return conditional(request, json(200, { warnings: [...bulletins.map(meteoAlarmEntry), ...green] }, 'application/json'))
}

function meteoAlarmEntry(bulletin: Bulletin) {
  const { warning, id, type, sentMs, earlier } = bulletin
  const level = levelOf(warning)
  const kind = awarenessType(warning)
  const references = earlier.map((before) => `office,${before.id},${capTime(before.sentMs)}`).join(' ')
  const block = {
    category: ['Met'],
    event: warning.event,
    responseType: [type === 'Cancel' ? 'AllClear' : 'Monitor'],
    urgency: 'Future',
    severity: WORDS[level],
    certainty: 'Likely',
    effective: capTime(sentMs),
    onset: capTime(warning.start),
    expires: capTime(type === 'Cancel' ? sentMs : warning.end),
    senderName: warning.sender,
    headline: `${warning.event} for ${bulletin.area}`,
    description: warning.description,
    instruction: warning.instruction,
    parameter: [
      { valueName: 'awareness_level', value: `${level}; ${COLOURS[level]}; ${WORDS[level]}` },
      ...(kind === null ? [] : [{ valueName: 'awareness_type', value: kind }]),
    ],
    area: [
      {
        areaDesc: bulletin.area,
        polygon: [
          ringOf(warning)
            .map(([lon, lat]) => `${lat},${lon}`)
            .join(' '),
        ],
      },
    ],
  }
  const msgType = type === 'Cancel' ? 'Update' : type
  const head = {
    identifier: id,
    sender: 'office',
    sent: capTime(sentMs),
    status: 'Actual',
    msgType,
    scope: 'Public',
    ...(references !== '' && { references }),
  }
  return { uuid: id, alert: { ...head, info: ['en-GB', 'de-DE'].map((language) => ({ ...block, language })) } }
}

/** An area without a warning, which is listed all the same. */
function greenEntry(city: string, country: string, nowMs: number) {
  const day = Math.floor(nowMs / 86_400_000) * 86_400_000
  const id = `2.49.0.0.0.0.${country}.green.${city.replaceAll(/\W/g, '')}.${day / 86_400_000}`
  const info = {
    language: 'en-GB',
    category: ['Met'],
    event: 'Minor wind warning',
    responseType: ['None'],
    urgency: 'Future',
    severity: 'Minor',
    certainty: 'Likely',
    onset: capTime(day),
    expires: capTime(day + 86_399_000),
    description: 'No warnings',
    parameter: [{ valueName: 'awareness_level', value: '1; green; Minor' }],
    area: [{ areaDesc: `${city} area` }],
  }
  return {
    uuid: id,
    alert: { identifier: id, sender: 'office', sent: capTime(day), status: 'Actual', msgType: 'Alert', scope: 'Public', info: [info] },
  }
}

const GERMAN_COLOURS: Readonly<Record<string, string>> = {
  Minor: '255 235 59',
  Moderate: '251 140 0',
  Severe: '229 57 53',
  Extreme: '136 14 79',
}
const DWD: CapDialect = {
  sender: 'opendata@dwd.de',
  senderName: 'Deutscher Wetterdienst',
  languages: ['de-DE', 'en'],
  extras: ({ warning }) => named('eventCode', 'AREA_COLOR', GERMAN_COLOURS[warning.severity] ?? '255 235 59'),
}

/** The archive of everything in force; it does not contain what was called off. */
export function dwd(world: World, request: WireRequest): WireAnswer {
  const bulletins = bulletinsOf(world, 'DE', '2.49.0.0.276.0.DWD.PVW.', request.now).filter(({ type }) => type !== 'Cancel')
  const files = bulletins.map((bulletin) => {
    const one = {
      ...bulletin,
      id: `${bulletin.id}.MUL`,
      earlier: bulletin.earlier.map((before) => ({ ...before, id: `${before.id}.MUL` })),
    }
    return [`Z_CAP_C_EDZW_${bulletin.id}_MUL.xml`, Buffer.from(capDocument(one, DWD))] as const
  })
  // The same state gives the same bytes.
  const body = Buffer.from(zipSync(Object.fromEntries(files), { mtime: '2000-01-01T00:00:00Z' }))
  return conditional(request, { status: 200, headers: { 'content-type': 'application/zip' }, body })
}

const METSERVICE: CapDialect = {
  sender: 'https://www.metservice.com',
  senderName: 'Meteorological Service of New Zealand Limited',
  languages: [null],
  extras: ({ warning }) => named('parameter', 'ColourCode', ['', '', 'Yellow', 'Orange', 'Red'][levelOf(warning)] ?? 'Yellow'),
  expiresMs: ({ type, sentMs }) => (type === 'Cancel' ? sentMs : Date.UTC(2035, 0, 1)),
}

const newZealand = (world: World, nowMs: number): Bulletin[] => bulletinsOf(world, 'NZ', '2.49.0.0.554.0.', nowMs)

/** `GET /cap/rss`: links to documents. */
export function metServiceIndex(world: World, request: WireRequest): WireAnswer {
  const base = `http://${String(request.headers['host'])}`
  const items = newZealand(world, request.now).map(({ id, sentMs, warning }) =>
    [
      '<item>',
      element('title', warning.event),
      element('guid', id),
      element('pubDate', new Date(sentMs).toUTCString()),
      element('link', `${base}/cap/alert?id=${id}`),
      '</item>',
    ].join(''),
  )
  const body = `<?xml version="1.0" encoding="UTF-8" ?>\n<rss version="2.0"><channel><title>Metservice Public CAP Alerts</title>${items.join('\n')}</channel></rss>`
  return conditional(request, { status: 200, headers: { 'content-type': 'application/rss+xml' }, body })
}

/** `GET /cap/alert?id=`: a document of the index. */
export function metServiceAlert(world: World, request: WireRequest): WireAnswer {
  const bulletin = newZealand(world, request.now).find(({ id }) => id === request.query.get('id'))
  if (bulletin === undefined) return html(404, 'nginx')
  return { status: 200, headers: { 'content-type': 'application/cap+xml' }, body: capDocument(bulletin, METSERVICE) }
}
