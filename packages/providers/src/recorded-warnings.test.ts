import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCapFeed } from './cap-feed/index.ts'
import { readCapDocument } from './cap/document.ts'
import { toCapMessage } from './cap/message.ts'
import { wrapJsonObject } from './cap/node.ts'
import { assertChanged, createServedCalls } from './cap/testing/calls.ts'
import { readSampleFile, listSampleNames, withoutSamples } from './cap/testing/samples.ts'
import { createMeteoAlarm } from './meteoalarm/index.ts'

const attribution = { name: 'x', text: 'x', url: 'https://upstream.test/', license: 'x' }
const { warningFeed } = openCapFeed({ id: 'feed', url: new URL('https://upstream.test/cap'), attribution })

interface Expected {
  /** The time at which the document is read. */
  readonly at: string
  readonly warnings: number
  readonly ended: number
  readonly languages: string
  readonly level: string | null
  readonly severity: string | null
  /** Numbers of areas, polygons and codes, and of areas in which the warning ended. */
  readonly areas: readonly [areas: number, polygons: number, codes: number, ended: number]
}

/** Every recorded CAP document, by the agency that sent it. */
const DOCUMENTS: Readonly<Record<string, Expected>> = {
  'cap/eccc/cap_thunderstorm_update_bilingual_2023-08-05.xml': {
    at: '2023-08-05T23:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-CA fr-CA',
    level: null,
    severity: 'moderate',
    areas: [2, 2, 8, 0],
  },
  'cap/eccc/cap_update_active_and_ended_groups_REDUCED.xml': {
    at: '2099-07-22T14:30:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-CA fr-CA',
    level: 'yellow',
    severity: 'moderate',
    areas: [1, 1, 2, 1],
  },
  'cap/meteoalarm/cap_ireland_small_craft_marine_areas.xml': {
    at: '2025-04-14T00:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-GB',
    level: 'yellow',
    severity: 'moderate',
    areas: [1, 0, 4, 0],
  },
  'cap/meteoalarm/cap_israel_flood_ims.xml': {
    at: '2025-03-06T13:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-GB he-IL',
    level: 'yellow',
    severity: 'moderate',
    areas: [3, 0, 3, 0],
  },
  'cap/metservice-nz/cap_desert_road_update_expires_2035.xml': {
    at: '2026-08-31T12:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-US',
    level: 'orange',
    severity: 'moderate',
    areas: [1, 1, 0, 0],
  },
  'cap/sachet/cap_no_polygon_prefixed_namespace_EDITED.xml': {
    at: '2035-01-01T04:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-IN',
    level: null,
    severity: 'severe',
    areas: [1, 0, 0, 0],
  },
  'cap/wmo-swic/cap_gdacs_1023542.xml': {
    at: '2025-03-01T00:00:00Z',
    warnings: 1,
    ended: 1,
    languages: 'en-US',
    level: null,
    severity: 'moderate',
    areas: [1, 0, 0, 0],
  },
  'cap/wmo-swic/cap_kazhydromet_polygon_en.xml': {
    at: '2025-03-06T14:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-US',
    level: null,
    severity: 'moderate',
    areas: [1, 1, 1, 0],
  },
  'cap/wmo-swic/cap_macao_allclear_self_reference.xml': {
    at: '2025-04-12T22:00:00Z',
    warnings: 1,
    ended: 1,
    languages: 'zh-MO pt-PT en-US',
    level: null,
    severity: 'moderate',
    areas: [1, 1, 0, 0],
  },
  'meteoalarm/cap_canada_bilingual.cap': {
    at: '2012-05-02T23:30:00Z',
    warnings: 1,
    ended: 1,
    languages: 'en-CA fr-CA',
    level: null,
    severity: 'minor',
    areas: [2, 2, 13, 0],
  },
  'meteoalarm/cap_dwd_multilanguage_31k.xml': {
    at: '2023-06-23T10:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'de-DE en fr es ar ru tr pl',
    level: 'orange',
    severity: 'moderate',
    areas: [4, 1, 3, 0],
  },
  'meteoalarm/cap_ireland_detail.xml': {
    at: '2022-12-07T00:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-GB',
    level: 'yellow',
    severity: 'moderate',
    areas: [1, 6, 26, 0],
  },
  'meteoalarm/cap_nws_weather_cap11.cap': {
    at: '2010-08-30T11:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-US',
    level: null,
    severity: 'severe',
    areas: [1, 0, 2, 0],
  },
  'meteoalarm/cap_uk_northern_ireland.xml': {
    at: '2022-12-07T12:00:00Z',
    warnings: 1,
    ended: 0,
    languages: 'en-GB',
    level: 'yellow',
    severity: 'moderate',
    areas: [10, 0, 10, 0],
  },
}

describe('every recorded CAP document', { skip: withoutSamples }, () => {
  it('is in the table', () => {
    const folders = ['cap/eccc', 'cap/meteoalarm', 'cap/metservice-nz', 'cap/sachet', 'cap/wmo-swic', 'meteoalarm']
    const all = folders.flatMap((folder) =>
      listSampleNames(folder).flatMap((file) => (/^cap_.*\.(?:xml|cap)$/.test(file) ? `${folder}/${file}` : [])),
    )
    assert.deepEqual(all.toSorted(), Object.keys(DOCUMENTS).toSorted())
  })

  for (const [file, expected] of Object.entries(DOCUMENTS))
    it(file, async () => {
      const reading = assertChanged(
        await warningFeed.read('all', null, createServedCalls(() => ({ body: readSampleFile(file) })).calls, Date.parse(expected.at)),
      )
      const [warning] = reading.warnings
      assert.deepEqual({ complete: reading.complete, leftOut: reading.leftOut }, { complete: true, leftOut: {} })
      const { areas = [], endedAreas = [] } = warning ?? {}
      assert.deepEqual(
        {
          at: expected.at,
          warnings: reading.warnings.length,
          ended: reading.warnings.filter(({ ended }) => ended).length,
          languages: warning?.texts.map(({ language }) => language).join(' '),
          level: warning?.level?.name ?? null,
          severity: warning?.severity,
          areas: [
            areas.length,
            areas.flatMap(({ polygons }) => polygons).length,
            areas.flatMap(({ codes }) => codes).length,
            endedAreas.length,
          ],
        },
        expected,
      )
      assert.equal(warning?.replaces.includes(warning.messageId), false)
    })

  it('the German civil protection as JSON: a Cancel marked Extreme, with HTML in its text', () => {
    const message = toCapMessage(
      wrapJsonObject(JSON.parse(readSampleFile('cap/dwd/nina_mowas_cancel_allclear.json').toString()) as Record<string, unknown>),
      null,
    )
    assert.deepEqual(
      { msgType: message?.msgType, severity: message?.infos[0]?.severity, responseTypes: message?.infos[0]?.responseTypes },
      { msgType: 'Cancel', severity: 'Extreme', responseTypes: ['AllClear'] },
    )
    assert.match(
      message?.infos[0]?.description ?? '',
      /^Dies ist die Entwarnung zur Warnung "Probealarm - Land Hessen" vom [^<&]*\n\nLandesweiter Warntag/,
    )
    assert.deepEqual(
      message?.references.map(({ identifier }) => identifier),
      ['mow.DE-HE-KS-SE106-20250313-106-000'],
    )
  })

  it('documents of one agency have one name in every source: the German service’s archive and MeteoAlarm', async () => {
    const archived = createServedCalls(() => ({ body: readSampleFile('meteoalarm/cap_dwd_multilanguage_31k.xml') })).calls
    const passedOn = createServedCalls(() => ({ body: readSampleFile('cap/meteoalarm/feeds_germany_2026-04-20.json') })).calls
    const meteoAlarm = createMeteoAlarm({ baseUrl: new URL('https://upstream.test'), countries: ['DE'] }).warningFeed
    const readings = [
      await warningFeed.read('all', null, archived, Date.parse('2023-06-23T10:00:00Z')),
      await meteoAlarm.read('DE', null, passedOn, Date.parse('2026-04-20T12:00:00Z')),
    ].map(assertChanged)
    assert.deepEqual(
      readings.map(({ warnings }) => warnings.length),
      [1, 3],
    )
    for (const { messageId, replaces } of readings.flatMap(({ warnings }) => warnings))
      for (const id of [messageId, ...replaces]) assert.match(id, /^2\.49\.0\.0\.276\.0\.DWD\.PVW\.\d{13}\.[\da-f-]{36}$/)
  })

  it('no other XML is mistaken for one: telegrams of Japan, feeds of the Met Office', () => {
    for (const folder of ['cap/jma', 'cap/metoffice'])
      for (const file of listSampleNames(folder)) assert.equal(readCapDocument(readSampleFile(`${folder}/${file}`), null), null, file)
  })
})
