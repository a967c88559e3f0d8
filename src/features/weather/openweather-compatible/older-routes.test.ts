import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { listMisfits, ORIGINAL } from './testing/original.ts'
import { readXml } from './testing/read-xml.ts'

const PLACE = 'lat=52.52&lon=13.41'
const [BERLIN, LONDON] = [2_950_159, 2_643_743]
/** OpenWeather first; Open-Meteo; Bright Sky with MET Norway. */
const LISTS = ['openweather,open-meteo', 'open-meteo', 'bright-sky,met-norway'] as const

for (const list of LISTS) {
  describe(`resources of OpenWeather’s API, asked of ${list}`, () => {
    let app: TestApp
    before(async () => {
      app = await createTestApp({ env: { WEATHER_PROVIDERS: list, MET_NORWAY_USER_AGENT: 'weather.example.org mail@example.org' } })
    })
    after(() => app.close())

    for (const [path, shape] of [
      [`/data/2.5/weather?${PLACE}`, ORIGINAL.weather],
      [`/data/2.5/forecast?${PLACE}`, ORIGINAL.forecast],
      [`/data/2.5/forecast/daily?${PLACE}`, ORIGINAL.daily],
      [`/data/2.5/group?id=${BERLIN},${LONDON}`, ORIGINAL.group],
      ['/data/2.5/find?q=London', ORIGINAL.find],
      [`/data/2.5/find?${PLACE}&cnt=3`, ORIGINAL.find],
      [`/data/2.5/uvi?${PLACE}`, ORIGINAL.uvi],
      [`/data/2.5/uvi/forecast?${PLACE}&cnt=2`, [ORIGINAL.uvi]],
      [`/data/2.5/onecall?${PLACE}`, ORIGINAL.oneCall],
      [`/data/3.0/onecall?${PLACE}`, ORIGINAL.oneCall],
    ] as const) {
      it(`200 ${path}: fits what OpenWeather sends`, async () => {
        const { status, body, headers } = await app.get(path)
        assert.deepEqual({ status, type: headers.get('content-type') }, { status: 200, type: 'application/json; charset=utf-8' })
        assert.deepEqual(listMisfits(body, shape), [])
      })
    }

    it('200 in XML, with the numbers of the answer in JSON', async () => {
      for (const [resource, paths] of Object.entries(XML)) {
        const [json, xml] = [await app.get(`/data/2.5/${resource}?${PLACE}`), await app.get(`/data/2.5/${resource}?${PLACE}&mode=xml`)]
        assert.deepEqual(
          { status: xml.status, type: xml.headers.get('content-type') },
          { status: 200, type: 'application/xml; charset=utf-8' },
        )
        const values = readXml(xml.text)
        for (const [path, read] of Object.entries(paths)) {
          const found = values.find((value) => value.path === path)?.value
          assert.equal(found, String(read(json.body)), `${resource}: ${path}`)
        }
      }
    })
  })
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of three shapes
type Read = (body: any) => number | string
const utc = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 19)
/** Paths of the documents and the values of the answers that belong there. */
const XML: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  weather: {
    'current/city@id': ({ id }) => id,
    'current/city@name': ({ name }) => name,
    'current/city/coord@lon': ({ coord }) => coord.lon,
    'current/city/country': ({ sys }) => sys.country,
    'current/city/timezone': ({ timezone }) => timezone,
    'current/city/sun@rise': ({ sys }) => utc(sys.sunrise),
    'current/temperature@value': ({ main }) => main.temp,
    'current/temperature@unit': () => 'kelvin',
    'current/feels_like@value': ({ main }) => main.feels_like,
    'current/humidity@value': ({ main }) => main.humidity,
    'current/pressure@value': ({ main }) => main.pressure,
    'current/wind/speed@value': ({ wind }) => wind.speed,
    'current/wind/direction@value': ({ wind }) => wind.deg,
    'current/clouds@value': ({ clouds }) => clouds.all,
    'current/weather@number': ({ weather }) => weather[0].id,
    'current/weather@icon': ({ weather }) => weather[0].icon,
    'current/lastupdate@value': ({ dt }) => utc(dt),
  },
  forecast: {
    'weatherdata/location/name': ({ city }) => city.name,
    'weatherdata/location/location@geobaseid': ({ city }) => city.id,
    'weatherdata/sun@set': ({ city }) => utc(city.sunset),
    'weatherdata/forecast/time@to': ({ list }) => utc(list[0].dt),
    'weatherdata/forecast/time/symbol@number': ({ list }) => list[0].weather[0].id,
    'weatherdata/forecast/time/precipitation@probability': ({ list }) => list[0].pop,
    'weatherdata/forecast/time/temperature@value': ({ list }) => list[0].main.temp,
    'weatherdata/forecast/time/windSpeed@mps': ({ list }) => list[0].wind.speed,
    'weatherdata/forecast/time/clouds@all': ({ list }) => list[0].clouds.all,
  },
  'forecast/daily': {
    'weatherdata/forecast/time@day': ({ list, city }) => utc(list[0].dt + city.timezone).slice(0, 10),
    'weatherdata/forecast/time/temperature@max': ({ list }) => list[0].temp.max,
    'weatherdata/forecast/time/temperature@morn': ({ list }) => list[0].temp.morn,
    'weatherdata/forecast/time/windDirection@deg': ({ list }) => list[0].deg,
    'weatherdata/forecast/time/humidity@value': ({ list }) => list[0].humidity,
  },
}

describe('older resources of OpenWeather’s API', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('200 /group: the towns in the order asked, each once, without unknown ids; as each alone', async () => {
    const { body } = await app.get(`/data/2.5/group?id=${LONDON},1,${BERLIN},${LONDON}&units=metric`)
    assert.deepEqual(
      body.list.map(({ id, name }: { id: number; name: string }) => [id, name]),
      [
        [LONDON, 'London'],
        [BERLIN, 'Berlin'],
      ],
    )
    const alone = (await app.get(`/data/2.5/weather?id=${BERLIN}&units=metric`)).body
    assert.deepEqual(
      { cnt: body.cnt, main: body.list[1].main, timezone: body.list[1].sys.timezone },
      { cnt: 2, main: alone.main, timezone: alone.timezone },
    )
  })

  it('200 /find: towns of a name, and around a point', async () => {
    const named = (await app.get('/data/2.5/find?q=London,GB&units=metric')).body
    assert.deepEqual({ message: named.message, cod: named.cod, id: named.list[0].id }, { message: 'like', cod: '200', id: LONDON })
    const around = (await app.get(`/data/2.5/find?${PLACE}&cnt=2`)).body
    assert.deepEqual({ message: around.message, name: around.list[0].name }, { message: 'accurate', name: 'Berlin' })
    assert.ok(around.count <= 2 && around.count === around.list.length)
  })

  it('200 /forecast/daily: as many days as asked, those of One Call', async () => {
    const { daily } = (await app.get(`/data/3.0/onecall?${PLACE}`)).body
    const { list, cnt, city } = (await app.get(`/data/2.5/forecast/daily?${PLACE}&cnt=3`)).body
    assert.deepEqual({ cnt, length: list.length, name: city.name }, { cnt: 3, length: 3, name: 'Berlin' })
    for (const [index, day] of list.entries())
      assert.deepEqual(
        { dt: day.dt, temp: day.temp, speed: day.speed },
        { dt: daily[index].dt, temp: daily[index].temp, speed: daily[index].wind_speed },
      )
    assert.equal((await app.get(`/data/2.5/forecast/daily?${PLACE}`)).body.cnt, 7)
  })

  it('200 /uvi: today’s highest, at noon', async () => {
    const { daily } = (await app.get(`/data/3.0/onecall?${PLACE}`)).body
    const { value, date_iso, date } = (await app.get(`/data/2.5/uvi?${PLACE}`)).body
    assert.deepEqual({ value, date }, { value: daily[0].uvi, date: Date.parse(date_iso) / 1_000 })
    assert.equal((await app.get(`/data/2.5/uvi/forecast?${PLACE}&cnt=3`)).body.length, 3)
  })

  it('429 for lists of towns beyond the limit of batches', async () => {
    const limited = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'batch=1' } })
    try {
      const path = `/data/2.5/group?id=${BERLIN},${LONDON}`
      assert.equal((await limited.get(path)).status, 200)
      assert.equal((await limited.get(`${path}&units=metric`)).status, 429)
      assert.equal((await limited.get(`/data/2.5/group?id=${BERLIN}`)).status, 200)
    } finally {
      await limited.stop()
    }
  })
})
