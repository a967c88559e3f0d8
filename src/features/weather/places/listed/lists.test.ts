import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { loadPlaces, UnusableList } from './load.ts'
import { splitCsvLine } from './read-lists.ts'
import { listPossiblePostcodes, getPostcodeTown } from './search.ts'

const POSTCODES = [
  'DE\t10115\tBerlin\tBerlin\tBE\t\t00\tBerlin, Stadt\t11000\t52.5323\t13.3846\t4',
  'US\t10115\tNew York\tNew York\tNY\tNew York\t061\t\t\t40.8111\t-73.9642\t4',
  'US\t90210\tBeverly Hills\tCalifornia\tCA\tLos Angeles\t037\t\t\t34.0901\t-118.4065\t4',
  'GB\tSW1A\tLondon\tEngland\tENG\tGreater London\t\tWestminster\t\t51.5004\t-0.1415\t4',
  'NL\t1012\tAmsterdam\tNoord-Holland\t07\tAmsterdam\t0363\t\t\t52.3731\t4.8935\t6',
  'CA\tK1A\tOttawa (Government of Canada)\tOntario\tON\t\t\t\t\t45.4207\t-75.7023\t6',
  // Not places: no town's point, no country, a point that is not on Earth.
  'DE\t99999\tNirgendwo\t\t\t\t\t\t\t\t\t',
  '\t10116\tBerlin\tBerlin\tBE\t\t00\t\t11000\t52.5323\t13.3846\t4',
  'DE\t10117\tBerlin\tBerlin\tBE\t\t00\t\t11000\t152.5323\t13.3846\t4',
]
const geoName = (...parts: readonly (readonly [at: number, text: string])[]): string => {
  const columns = Array.from({ length: 19 }, () => '')
  for (const [at, text] of parts) columns[at] = text
  return columns.join('\t')
}
const FEATURES = [
  geoName(
    [1, 'Zugspitze'],
    [3, 'Cugspice,祖格峰'],
    [4, '47.42122'],
    [5, '10.9863'],
    [6, 'T'],
    [7, 'PK'],
    [8, 'DE'],
    [15, '2962'],
    [16, '2900'],
  ),
  geoName([1, 'Mont Blanc'], [3, 'Monte Bianco'], [4, '45.8325'], [5, '6.86417'], [6, 'T'], [7, 'MT'], [8, 'FR'], [16, '4807']),
  geoName([1, 'Berlin Brandenburg Airport'], [3, 'BER,EDDB,SXF'], [4, '52.36667'], [5, '13.50333'], [6, 'S'], [7, 'AIRP'], [8, 'DE']),
  geoName([1, 'Segelflugplatz'], [4, '50'], [5, '9'], [6, 'S'], [7, 'AIRP'], [8, 'DE']),
  geoName([1, 'Zugspitzblick'], [4, '47.4'], [5, '10.9'], [6, 'S'], [7, 'HTL'], [8, 'DE']),
]
const AIRPORTS = [
  '"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","continent","iso_country","iso_region","municipality","scheduled_service","icao_code","iata_code","gps_code"',
  '2434,"EGLL","large_airport","London Heathrow Airport",51.470600,-0.461941,83,"EU","GB","GB-ENG","London","yes","EGLL","LHR","EGLL"',
  '3622,"KJFK","large_airport","John F. Kennedy ""JFK"" International Airport",40.639447,-73.779317,13,"NA","US","US-NY","New York","yes","KJFK","JFK","KJFK"',
  '1,"XX","closed","Berlin-Tegel, Airport",52.5597,13.2877,122,"EU","DE","DE-BE","Berlin","no","","TXL",""',
  '2,"YY","small_airport","Nowhere Strip",1,1,1,"EU","DE","DE-BE","Berlin","no","","",""',
]

describe('the lists of postcodes, airports and summits', () => {
  let app: TestApp
  let folder: string
  before(async () => {
    app = await createTestApp()
    folder = await mkdtemp(join(tmpdir(), 'isobar-lists-'))
  })
  after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  async function load(lines: readonly string[], end = '\n') {
    const file = join(folder, 'list')
    await writeFile(file, lines.join(end))
    const loaded = await loadPlaces(app.database.kysely as Parameters<typeof loadPlaces>[0], file)
    await app.services.changes.check()
    return loaded
  }
  async function find(q: string, more = ''): Promise<string[]> {
    const { status, body } = await app.get(`/api/geocode?q=${encodeURIComponent(q)}${more}`)
    assert.equal(status, 200)
    return body.map(({ label }: { label: string }) => label)
  }

  it('are not read by searches while there are none', async () => {
    await app.services.changes.check()
    await app.get('/api/geocode?q=Berlin')
    const client = await app.database.pool.connect()
    try {
      // Whoever reads the table waits.
      await client.query('begin; lock table listed_place in access exclusive mode')
      const answer = await Promise.race([app.get('/api/geocode?q=Berlin'), sleep(60_000, undefined, { ref: false })])
      assert.equal(answer?.status, 200)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('are bundled for some countries, before anything is loaded', async () => {
    const before = app.simulator.calls().total
    const first = async (q: string, more = '') => (await find(q, more))[0]
    assert.equal(await first('90210'), '90210 Beverly Hills, California, US')
    assert.equal(await first('10115', '&country=DE'), '10115 Berlin, DE')
    assert.equal(await first('10115 Berlin'), '10115 Berlin, DE')
    assert.equal(await first('80331 München'), '80331 München, DE')
    assert.equal(await first('75001 Paris'), '75001 Paris, FR')
    assert.equal(await first('2000', '&country=AU'), '2000 Sydney, AU')
    assert.match((await first('K1A 0B1')) ?? '', /^K1A .*, CA$/)
    assert.match((await app.get('/api/geocode?q=80331')).headers.get('link') ?? '', /OpenStreetMap/)
    assert.equal(app.simulator.calls().total, before)
    assert.equal(await first('Mallorca'), 'Mallorca, ES')
    assert.equal(await first('LHR'), 'London Heathrow Airport (LHR), GB')
    assert.equal(await first('heathrow'), 'London Heathrow Airport (LHR), GB')
    assert.equal(await first('Zugspitze'), 'Zugspitze, DE')
  })

  it('are loaded from their publishers’ files, without what is no place', async () => {
    assert.deepEqual(await load(POSTCODES.with(0, `\ufeff${POSTCODES[0]}`), '\r\n'), [{ list: 'postcodes', places: 6, countries: 5 }])
    assert.deepEqual(await load(FEATURES), [
      { list: 'summits', places: 2, countries: 2 },
      { list: 'airports', places: 1, countries: 1 },
    ])
    assert.deepEqual(await load(AIRPORTS.with(0, `\ufeff${AIRPORTS[0]}`)), [{ list: 'airports', places: 2, countries: 2 }])
  })

  it('find a postcode with and without its town, at no cost', async () => {
    const before = app.simulator.calls().total
    assert.deepEqual(await find('10115'), ['10115 Berlin, DE', '10115 New York, US'])
    assert.deepEqual(await find('10115', '&lat=41&lon=-74'), ['10115 New York, US', '10115 Berlin, DE'])
    assert.deepEqual(await find('10115', '&country=us'), ['10115 New York, US'])
    assert.deepEqual(await find('10115 berlin'), ['10115 Berlin, DE'])
    assert.deepEqual(await find('Beverly Hills, 90210'), ['90210 Beverly Hills, California, US'])
    assert.deepEqual(await find('90210-1234'), ['90210 Beverly Hills, California, US'])
    for (const q of ['SW1A 1AA', 'sw1a1aa', 'SW1A']) assert.deepEqual(await find(q), ['SW1A London, England, GB'], q)
    assert.deepEqual(await find('1012 AB'), ['1012 Amsterdam, Noord-Holland, NL'])
    assert.deepEqual(await find('k1a 0b1'), ['K1A Ottawa (Government of Canada), Ontario, CA'])
    assert.equal(app.simulator.calls().total, before)
    const { headers } = await app.get('/api/geocode?q=10115')
    assert.match(headers.get('link') ?? '', /GeoNames/)
  })

  it('find airports by code and name, first if the code is in capitals', async () => {
    assert.deepEqual((await find('LHR'))[0], 'London Heathrow Airport (LHR), GB')
    assert.deepEqual((await find('egll'))[0], 'London Heathrow Airport (LHR), GB')
    assert.deepEqual((await find('london heathrow'))[0], 'London Heathrow Airport (LHR), GB')
    assert.deepEqual((await find('JFK'))[0], 'John F. Kennedy "JFK" International Airport (JFK), US')
    assert.deepEqual((await find('BER'))[0], 'Berlin Brandenburg Airport (BER), DE')
    assert.ok(!(await find('TXL')).some((label) => label.includes('Tegel')), 'closed')
  })

  it('find summits by any of their names, before places whose name only begins so', async () => {
    for (const q of ['Zugspitze', 'zugspitze', '祖格峰']) assert.deepEqual((await find(q))[0], 'Zugspitze, DE', q)
    assert.deepEqual((await find('Mont Blanc'))[0], 'Mont Blanc, FR')
    assert.deepEqual((await find('monte bianco'))[0], 'Mont Blanc, FR')
  })

  it('leave names of towns as they are, and find nothing that they do not list', async () => {
    assert.deepEqual((await find('Berlin'))[0], 'Berlin, DE')
    assert.deepEqual(await find('99999'), [])
  })

  it('answer when no provider can search', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    assert.deepEqual(await find('Zugspitze', '&limit=1'), ['Zugspitze, DE'])
    app.simulator.setFaults([])
  })

  it('are replaced by country, all or nothing', async () => {
    await load(['DE\t10999\tBerlin\tBerlin\tBE\t\t00\t\t11000\t52.4983\t13.4066\t4'])
    assert.deepEqual(await find('10115'), ['10115 New York, US'])
    assert.deepEqual(await find('10999'), ['10999 Berlin, DE'])
    const tooLong = `DE\t10777\tBerlin\tBerlin\tBE\t\t00\t\t11000\t52.4983\t13.4066\t4\n${'x'.repeat(100_001)}`
    await assert.rejects(load([tooLong]), UnusableList)
    assert.deepEqual(await find('10999'), ['10999 Berlin, DE'])
  })

  it('are refused if they are something else', async () => {
    for (const lines of [[''], ['a,b'], ['{"type":"FeatureCollection"}'], ['a\tb'], [FEATURES[4] ?? '']])
      await assert.rejects(load(lines), UnusableList, JSON.stringify(lines))
  })
})

describe('postcodesIn', () => {
  for (const [text, expected] of [
    ['Berlin', []],
    ['10115', ['10115/', '10115/']],
    ['10115 Berlin', ['10115berlin/', '10115/berlin'].slice(1)],
    ['SW1A 1AA', ['sw1a1aa/', 'sw1a1aa/', 'sw1a/', 'sw1a/']],
    ['5', []],
    ['12345678901', []],
  ] as const)
    it(text, () => {
      assert.deepEqual(
        listPossiblePostcodes(text).map(({ key, town }) => `${key}/${town}`),
        expected,
      )
    })
})

it('csvFields', () => {
  assert.deepEqual(splitCsvLine('1,"a, ""b""",,"" ,x'), ['1', 'a, "b"', '', ' ', 'x'])
  assert.deepEqual(splitCsvLine(''), [''])
})

describe('townOfPostcode', () => {
  const names: readonly (readonly [name: string, text: string, town: string])[] = [
    ['10115 Berlin', '10115', 'Berlin'],
    ['10115 Berlin', '10115 Berlin', 'Berlin'],
    ['SW1A London', 'sw1a 1aa', 'London'],
    ['114 55 Stockholm', '11455', 'Stockholm'],
    ['CR 01 Hamilton', 'CR 01', 'Hamilton'],
    ['V0K 100 Mile House', 'V0K 2E0', '100 Mile House'],
    ['K2', 'K2', 'K2'],
  ]
  for (const [name, text, town] of names)
    it(`of ${name}, found by ${text}, is ${town}`, () => assert.equal(getPostcodeTown(name, text), town))
})
