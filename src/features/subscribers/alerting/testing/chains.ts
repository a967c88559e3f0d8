import { readSampleFile } from '../../../../../packages/providers/src/cap/testing/samples.ts'
import { MINUTE_MS } from '../../../../time.ts'
import {
  type Chains,
  type Fact,
  listGeoMetFacts,
  listMessageFacts,
  listMetAlertsFacts,
  type Features,
  isInRing,
  type ListedAlert,
  toListedMessage,
  parseCapMessage,
  type Place,
} from './notified-by-documents.ts'
import type { RecordedFeed } from './recorded-feeds.ts'

/** A recorded chain of messages, as one feed listed it step by step. */
export interface Chain {
  readonly name: string
  readonly feed: RecordedFeed
  readonly places: readonly Place[]
  readonly steps: readonly { readonly at: number; readonly list: readonly unknown[] }[]
  facts(list: readonly unknown[], place: Place, chains: Chains): Fact[]
}

const text = (path: string): string => readSampleFile(path).toString('utf8')
const json = <T>(path: string): T => JSON.parse(text(path)) as T

/**
 * The message that a recorded one replaces. Only its identifier and time are known, so it gets a different wording, an earlier end, and is
 * in force.
 */
function before(xml: string, id: string, sentMs: number): string {
  const sent = new Date(sentMs).toISOString().replace('.000Z', '-00:00')
  return xml
    .replace(/<identifier>[^<]*/, `<identifier>${id}`)
    .replace(/<sent>[^<]*/, `<sent>${sent}`)
    .replace(/<msgType>[^<]*/, '<msgType>Alert')
    .replace(/<references>[^]*?<\/references>/, '')
    .replaceAll('<responseType>AllClear', '<responseType>Prepare')
    .replaceAll('<urgency>Past', '<urgency>Expected')
    .replaceAll(/(Alert_Location_Status<\/valueName>\s*<value>)ended/g, '$1active')
    .replaceAll(/<expires>([^<]*)/g, (_, expires: string) => `<expires>${earlier(expires)}`)
    .replaceAll('<description>', '<description>First: ')
}

/** Earlier by enough to make the update an extension, which is sent as one. */
function earlier(time: string): string {
  return new Date(Date.parse(time) - 20 * MINUTE_MS).toISOString().replace('.000Z', '-00:00')
}

/** The steps of a document: each message that it refers to, then itself, then an empty list. Each step replaces the one before. */
function stepsOf(path: string, goneAfterMs: number): Chain['steps'] {
  const xml = text(path)
  const last = parseCapMessage(xml)
  const sender = /<sender>([^<]*)/.exec(xml)?.[1] ?? ''
  const triples = [...(/<references>([^]*?)<\/references>/.exec(xml)?.[1] ?? '').matchAll(/,([^,\s]+),([^,\s]+)/g)]
  const former = triples.flatMap(([, id = '', sent = '']) => (id === last.id ? [] : [{ id, at: Date.parse(sent) }]))
  const replaced = former.map(({ id, at }, index) => {
    const message = before(xml, id, at)
    const known = triples.slice(0, index).map(([triple]) => `${sender}${triple}`)
    const references = `<references>${known.join(' ')}</references>`
    const update = message.replace('<msgType>Alert', '<msgType>Update').replace('<info>', `${references}<info>`)
    return { at, list: [index === 0 ? message : update] }
  })
  return [...replaced, { at: last.sentMs, list: [xml] }, { at: last.sentMs + goneAfterMs, list: [] }]
}

const factsOfXml: Chain['facts'] = (list, place, chains) =>
  listMessageFacts((list as readonly string[]).map(parseCapMessage), chains, place)

const metFacts: Chain['facts'] = (list, place) => listMetAlertsFacts({ features: list as Features['features'] }, place)
const geoMetFacts: Chain['facts'] = (list, place) => listGeoMetFacts({ features: list as Features['features'] }, place)
const ended = (features: Features['features'], publication: string) =>
  features.map((feature) => ({
    ...feature,
    properties: { ...feature.properties, status_en: 'ended', publication_datetime: publication },
  }))

/** The recorded chains of Update, Cancel and AllClear, oldest first. */
export function readRecordedChains(): Chain[] {
  const macao = 'cap/wmo-swic/cap_macao_allclear_self_reference.xml'
  const german = json<{ warnings: readonly { alert: ListedAlert }[] }>('cap/meteoalarm/feeds_germany_2026-04-20.json')
  const gale = json<Features>('cap/met-norway/metalerts_one_gale_update_2024-05-02.json').features
  const ontario = json<Features>('cap/eccc/geomet_alerts_ontario_freezing_rain_2026-03-05.json').features
  const annapolis = json<Features>('cap/eccc/geomet_alerts_annapolis_heat.json').features
  const gales = json<Features>('cap/met-norway/metalerts_current_no_29_marine_2026-03-07.json').features
  return [
    {
      name: 'Environment Canada 2012: two messages, and an update that is an all-clear',
      feed: 'cap',
      places: [{ name: 'Windsor', lat: 42.2, lon: -82.8 }],
      steps: stepsOf('meteoalarm/cap_canada_bilingual.cap', 90 * MINUTE_MS),
      facts: factsOfXml,
    },
    {
      name: 'Deutscher Wetterdienst 2023: an update, then out of the archive',
      feed: 'dwd',
      places: [{ name: 'Havelsee', lat: 52.5, lon: 12.5 }],
      steps: stepsOf('meteoalarm/cap_dwd_multilanguage_31k.xml', 60 * MINUTE_MS),
      facts: factsOfXml,
    },
    {
      name: 'Environment Canada 2023: eight messages before an update',
      feed: 'cap',
      places: [{ name: 'Savant Lake', lat: 50.3, lon: -90.5 }],
      steps: stepsOf('cap/eccc/cap_thunderstorm_update_bilingual_2023-08-05.xml', 60 * MINUTE_MS),
      facts: factsOfXml,
    },
    {
      name: 'MET Norway 2024: an update of a gale, and the list without it three hours later',
      feed: 'met-norway',
      places: [{ name: 'Torungen', lat: 58.2, lon: 8.35 }],
      steps: [
        { at: Date.parse('2024-05-01T14:30:00Z'), list: gale.map((one) => renamed(one, 'Alert')) },
        { at: Date.parse('2024-05-02T14:31:45Z'), list: gale },
        { at: Date.parse('2024-05-02T17:25:53Z'), list: [] },
      ],
      facts: metFacts,
    },
    {
      name: 'Macao 2025: an all-clear that refers to itself, for what nobody had seen',
      feed: 'cap',
      places: [{ name: 'Coloane', lat: 22.12, lon: 113.56 }],
      steps: stepsOf(macao, 60 * MINUTE_MS),
      facts: factsOfXml,
    },
    {
      name: 'Macao 2025: an all-clear that refers to itself, under the identifier of the warning',
      feed: 'cap',
      places: [{ name: 'Taipa', lat: 22.15, lon: 113.56 }],
      steps: [
        {
          at: Date.parse('2025-04-14T00:52:12Z'),
          list: [before(text(macao), 'SMG-Weather_MS_2025_006_04', Date.parse('2025-04-14T00:52:12Z'))],
        },
        { at: Date.parse('2025-04-14T02:52:12Z'), list: [later(text(macao), 'SMG-Weather_MS_2025_006_04', '2025-04-14T10:52:12+08:00')] },
        { at: Date.parse('2025-04-14T04:52:12Z'), list: [] },
      ],
      facts: factsOfXml,
    },
    {
      name: 'Environment Canada 2026: a warning for six areas of which two are ended, then all',
      feed: 'eccc',
      places: [
        { name: 'Toronto', lat: 43.7, lon: -79.4 },
        { name: 'Hamilton', lat: 43.25, lon: -79.95 },
        { name: 'Niagara', lat: 43.12, lon: -79.35 },
      ],
      steps: [
        { at: Date.parse('2026-03-05T21:26:06Z'), list: ontario },
        { at: Date.parse('2026-03-05T23:40:00Z'), list: [...ontario.slice(2), ...ended(ontario.slice(0, 2), '2026-03-05T23:40:00.000Z')] },
        { at: Date.parse('2026-03-06T01:10:00Z'), list: [...ontario.slice(6), ...ended(ontario.slice(0, 6), '2026-03-06T01:10:00.000Z')] },
        { at: Date.parse('2026-03-06T03:10:00Z'), list: [] },
      ],
      facts: geoMetFacts,
    },
    {
      name: 'MET Norway 2026: 29 gales at sea, 27 of them updates',
      feed: 'met-norway',
      places: gales.map(({ properties: { area = '' }, geometry }) => ({ name: area, ...insideOf(geometry) })),
      steps: [
        {
          at: Date.parse('2026-03-06T22:00:00Z'),
          list: gales.filter(({ properties: { type } }) => type === 'Update').map((one) => renamed(one, 'Alert')),
        },
        { at: Date.parse('2026-03-07T05:17:01Z'), list: gales },
        { at: Date.parse('2026-03-07T08:00:00Z'), list: gales.slice(0, 4) },
        { at: Date.parse('2026-03-07T10:00:00Z'), list: [] },
      ],
      facts: metFacts,
    },
    {
      name: 'MeteoAlarm Germany 2026: two warnings, a test, and an update that is an all-clear',
      feed: 'meteoalarm',
      places: [
        { name: 'Annaberg', lat: 50.58, lon: 13.0, codes: ['DE343'] },
        { name: 'Ludwigsburg', lat: 48.9, lon: 9.19, codes: ['DE241'] },
        { name: 'Fehmarn', lat: 54.6, lon: 10.4, codes: ['DE808'] },
      ],
      steps: germanSteps(german.warnings.map(({ alert }) => alert)),
      facts: (list, place, chains) => listMessageFacts((list as readonly ListedAlert[]).map(toListedMessage), chains, place),
    },
    {
      name: 'Environment Canada 2026: a heat warning whose message ends two days before it',
      feed: 'eccc',
      places: [{ name: 'Annapolis', lat: 44.65, lon: -65.2 }],
      steps: [
        { at: Date.parse('2026-08-05T18:44:57Z'), list: annapolis },
        { at: Date.parse('2026-08-06T00:10:00Z'), list: [] },
      ],
      facts: geoMetFacts,
    },
    {
      name: 'MetService 2026: an update that expires in 2035, then out of the index',
      feed: 'cap',
      places: [{ name: 'Desert Road', lat: -39.35, lon: 175.72 }],
      steps: stepsOf('cap/metservice-nz/cap_desert_road_update_expires_2035.xml', 120 * MINUTE_MS),
      facts: factsOfXml,
    },
    {
      name: 'Environment Canada: an update that ends one of two areas',
      feed: 'cap',
      places: [
        { name: 'Calgary', lat: 52, lon: -114 },
        { name: 'Medicine Hat', lat: 50, lon: -112 },
      ],
      steps: stepsOf('cap/eccc/cap_update_active_and_ended_groups_REDUCED.xml', 90 * MINUTE_MS),
      facts: factsOfXml,
    },
  ]
}

/** The same warning as an earlier message described it. */
function renamed(feature: Features['features'][number], type: string): Features['features'][number] {
  const { properties } = feature
  return { ...feature, properties: { ...properties, type, id: `${properties['id']}.before` } }
}

/** A copy of a message, sent at another time under another identifier, that refers to the original. */
function later(xml: string, id: string, sent: string): string {
  const former = parseCapMessage(xml)
  return xml.replaceAll(former.id, id).replace(/<sent>[^<]*/, `<sent>${sent}`)
}

/** One day of the feed. The warning that is ended starts with the message that its end refers to. */
function germanSteps([storm, frost, allClear, test]: readonly ListedAlert[]): Chain['steps'] {
  const [, id = '', sent = ''] = allClear?.references?.split(',') ?? []
  const gusts = {
    ...allClear,
    identifier: id,
    sent,
    msgType: 'Alert',
    references: null,
    info: allClear?.info.map((info) => ({ ...info, responseType: ['Prepare'], expires: '2026-04-21T06:00:00+02:00' })),
  }
  return [
    { at: Date.parse('2026-04-20T06:55:00Z'), list: [storm, test] },
    { at: Date.parse(sent), list: [storm, test, gusts] },
    { at: Date.parse('2026-04-20T10:35:00Z'), list: [storm, test, gusts, frost] },
    { at: Date.parse('2026-04-20T16:00:00Z'), list: [test, gusts, frost] },
    { at: Date.parse('2026-04-20T21:16:00Z'), list: [test, allClear, frost] },
    { at: Date.parse('2026-04-20T22:30:00Z'), list: [frost] },
    { at: Date.parse('2026-04-21T05:00:00Z'), list: [] },
  ]
}

/** A point inside a polygon and off its border: the centre of three consecutive corners. */
function insideOf({ type, coordinates }: Features['features'][number]['geometry']): Pick<Place, 'lat' | 'lon'> {
  const [ring = []] = (type === 'Polygon' ? coordinates : (coordinates as unknown[])[0]) as [number, number][][]
  const middles = ring.slice(2).map(([lon, lat], index) => {
    const [[lon1, lat1], [lon2, lat2]] = ring.slice(index, index + 2) as [[number, number], [number, number]]
    return { lat: round((lat + lat1 + lat2) / 3), lon: round((lon + lon1 + lon2) / 3) }
  })
  const isWithin = ({ lat, lon }: Pick<Place, 'lat' | 'lon'>): boolean =>
    [-0.02, 0, 0.02].every((off) => isInRing(ring, { lat: lat + off, lon }) && isInRing(ring, { lat, lon: lon + off }))
  return middles.find(isWithin) ?? { lat: 0, lon: 0 }
}

/** The precision of stored places. */
const round = (degrees: number): number => Math.round(degrees * 100) / 100
