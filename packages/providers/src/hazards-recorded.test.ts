import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Alert } from '../../weather/src/alert.ts'
import { classifyOfficial, getAlertKind } from '../../weather/src/hazards/classify.ts'
import { foldOfficial } from '../../weather/src/hazards/fold.ts'
import { buildTestAlert } from '../../weather/src/hazards/testing/alert.ts'
import { parseAwarenessTags } from './cap/level.ts'
import { isObject, readObjects } from './json.ts'
import { decodeCollection } from './nws/schema.ts'
import { transformMessages } from './nws/transform.ts'
import { transformAlerts } from './openweather/alerts.ts'

const SAMPLES = new URL('../../../../shared/upstream-samples/', import.meta.url)

/** Every event name in the recorded answers of api.weather.gov. */
const NWS: Readonly<Record<string, string>> = {
  'Air Quality Alert': 'airQuality',
  'Air Stagnation Advisory': 'airQuality',
  'Blowing Dust Advisory': 'airQuality',
  'Blowing Dust Warning': 'airQuality',
  'Brisk Wind Advisory': 'wind marine',
  'Coastal Flood Statement': 'flood',
  'Cold Weather Advisory': 'cold',
  'Excessive Heat Warning': 'heat',
  'Fire Weather Watch': 'forestFire',
  'Flash Flood Warning': 'flood',
  'Flash Flood Watch': 'flood',
  'Flood Advisory': 'flood',
  'Flood Warning': 'flood',
  'Flood Watch': 'flood',
  'Freeze Warning': 'cold',
  'Freeze Watch': 'cold',
  'Gale Warning': 'wind marine',
  'Gale Watch': 'wind marine',
  'Hazardous Seas Warning': 'marine',
  'Heat Advisory': 'heat',
  'Heavy Freezing Spray Warning': 'marine',
  'High Surf Advisory': 'marine',
  'High Surf Warning': 'marine',
  'High Wind Warning': 'wind',
  'High Wind Watch': 'wind',
  'Hydrologic Outlook': 'flood',
  'Lake Effect Snow Warning': 'snow',
  'Lake Wind Advisory': 'wind',
  'Low Water Advisory': 'marine',
  'Red Flag Warning': 'forestFire',
  'Rip Current Statement': 'marine',
  'Severe Thunderstorm Warning': 'thunderstorm',
  'Small Craft Advisory': 'marine',
  'Special Weather Statement': '',
  'Storm Warning': 'wind marine',
  'Storm Watch': 'wind marine',
  'Tornado Warning': 'thunderstorm tornado',
  'Tornado Watch': 'thunderstorm tornado',
  'Wind Advisory': 'wind',
  'Winter Storm Warning': 'snow ice',
  'Winter Storm Watch': 'snow ice',
  'Winter Weather Advisory': 'snow ice',
}

/** Every alert in the recorded answers of OpenWeather: sender, title (a tag if it has none), hazards, language. */
const OPENWEATHER: readonly (readonly [string, string, string, string])[] = [
  ['', 'Wind', 'wind', 'en de nl'],
  ['', 'Ветер', 'wind', 'ru'],
  ['Deutscher Wetterdienst', 'frost', 'cold', 'en'],
  ['Deutscher Wetterdienst', 'gale-force gusts', 'wind', 'en'],
  ['Deutscher Wetterdienst', 'wind gusts', 'wind', 'en'],
  ['Dirección Meteorológica de Chile', 'Rain', 'rain', 'es'],
  ['Instituto Nacional de Meteorologia', 'Chuvas Intensas', 'rain', 'pt'],
  ['NWS Phoenix AZ', 'Extreme high temperature', 'heat', 'en'],
  ['NWS San Angelo (Central Texas San Angelo)', 'Winter Weather Advisory', 'snow ice', 'en'],
]

/** Titles of the recorded MeteoAlarm and other CAP documents. */
const CAP: Readonly<Record<string, string>> = {
  'Kiša žuto Upozorenje': 'rain',
  'Low-temperature Yellow Warning': 'cold',
  'Minor wind warning': 'wind',
  'Niska temperatura žuto Upozorenje': 'cold',
  'Rain Yellow Warning': 'rain',
  'Snijeg-led žuto Upozorenje': 'snow ice',
  'Snow-ice Yellow Warning': 'snow ice',
  'Vjetar žuto Upozorenje': 'wind',
  'Wind Yellow Warning': 'wind',
}

function answers(folder: string): { readonly file: string; readonly body: unknown }[] {
  const directory = new URL(`${folder}/`, SAMPLES)
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json') && !file.includes('HANDWRITTEN'))
    .map((file) => ({ file, body: JSON.parse(readFileSync(new URL(file, directory), 'utf8')) as unknown }))
}

const sample = { nws: answers('nws'), openweather: answers('openweather'), meteoalarm: answers('meteoalarm') }
const isMissing = Object.values(sample).some((files) => files.length === 0)

describe('the recorded alerts', () => {
  if (isMissing) {
    it('are classified', (t) => t.skip('the recorded answers are not here'))
    return
  }

  const nwsAlerts = sample.nws.map(({ file, body }) => ({ file, alerts: transformMessages(decodeCollection(body) ?? [], 1) }))

  it('of the National Weather Service are classified', () => {
    const found = nwsAlerts.flatMap(({ alerts }) => alerts.map((alert) => [alert.event, classifyOfficial(alert)] as const))
    assert.ok(found.length > 400)
    assert.deepEqual(Object.fromEntries(found.map(([event, { hazards }]) => [event, hazards.join(' ')]).toSorted()), NWS)
    assert.ok(found.every(([, { isWarning }]) => isWarning))
  })

  it('of OpenWeather are classified', () => {
    const alerts = sample.openweather.flatMap(({ body }) => transformAlerts(elementsOf(body), 1))
    const found = alerts.map((alert) => {
      const { hazards, languages } = classifyOfficial(alert)
      return JSON.stringify([alert.senderName ?? '', alert.event, hazards.join(' '), languages.join(' ')])
    })
    assert.deepEqual(
      [...new Set(found)].toSorted(),
      OPENWEATHER.map((row) => JSON.stringify(row)),
    )
  })

  it('of MeteoAlarm are classified', () => {
    const text = sample.meteoalarm.map(({ body }) => JSON.stringify(body)).join('')
    const titles = new Set([...text.matchAll(/"event":"([^"]*)"/g)].map(([, title]) => (title ?? '').trim()))
    const found = [...titles].map(
      (event) => [event, classifyOfficial(buildTestAlert({ source: 'other', event })).hazards.join(' ')] as const,
    )
    assert.deepEqual(Object.fromEntries(found.toSorted()), CAP)
  })

  it('of one source and language are never folded', () => {
    for (const { file, alerts } of nwsAlerts) assert.equal(foldOfficial(alerts).length, alerts.length, file)
  })

  it('in Russian and English are one', () => {
    const file = sample.openweather.find(({ file }) => file.includes('novosibirsk'))
    const [folded, ...others] = foldOfficial(transformAlerts(elementsOf(file?.body), 1))
    assert.equal(others.length, 0)
    assert.deepEqual(
      folded?.members.map(({ event }) => event),
      ['Wind', 'Ветер'],
    )
  })

  it('of Germany, four in one language, stay four', () => {
    const file = sample.openweather.find(({ file }) => file.includes('bayreuth'))
    assert.equal(foldOfficial(transformAlerts(elementsOf(file?.body), 1)).length, 4)
  })

  it('of a tornado evening are folded one to one with OpenWeather’s relays', () => {
    const evening = nwsAlerts.find(({ file }) => file.includes('0223Z'))?.alerts ?? []
    assert.ok(evening.filter(({ event }) => event === 'Tornado Warning').length >= 3)
    const relays = evening.map((alert): Alert => ({
      ...alert,
      source: 'openweather',
      id: `ow-${alert.id}`,
      severity: null,
      severitySource: null,
      areas: [],
    }))
    const folded = foldOfficial([...relays, ...evening])
    assert.equal(folded.length, evening.length)
    for (const { lead, members } of folded)
      assert.deepEqual(
        members.map(({ id }) => id),
        [lead.id, `ow-${lead.id}`],
      )
  })
})

describe('the kind of a warning', () => {
  const kind = (event: string, tags: readonly string[]) => getAlertKind(classifyOfficial(buildTestAlert({ event, tags })))

  it('of every awareness type of MeteoAlarm is a hazard', () => {
    const KINDS = {
      '1; Wind': 'wind',
      '2; snow-ice': 'snow',
      '3; Thunderstorm': 'thunderstorm',
      '4; Fog': 'fog',
      '5; high-temperature': 'heat',
      '6; low-temperature': 'cold',
      '7; coastalevent': 'marine',
      '8; forest-fire': 'forestFire',
      '9; avalanches': 'avalanche',
      '10; Rain': 'rain',
      '12; flooding': 'flood',
      '13; Rain-Flood': 'flood',
    }
    assert.deepEqual(Object.fromEntries(Object.keys(KINDS).map((type) => [type, kind('Varsel', [type])])), KINDS)
    // As the tags that the readers of feeds write.
    assert.deepEqual(
      Object.keys(KINDS).map((type) => kind('Varsel', parseAwarenessTags(type))),
      Object.values(KINDS),
    )
  })
})

/** The alerts of a One Call 3.0 answer, or the single one of a 4.0 alert, whose text is a list of translations. */
function elementsOf(body: unknown) {
  if (!isObject(body)) return []
  const { description } = body
  const single = Array.isArray(description) ? [{ ...body, description: readObjects(description)[0]?.['description'] }] : []
  return [...readObjects(body['alerts']), ...single]
}
