import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { issueKey } from '../../../../test/helpers/client-keys.ts'
import { chooseCases } from '../../../../test/helpers/thorough.ts'

const PLACE = 'lat=52.52&lon=13.41'
const ONE_CALL = `/data/3.0/onecall?${PLACE}`

describe('OpenWeather’s API, of requests that it cannot answer', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  afterEach(() => app.simulator.setFaults([]))

  describe('400', () => {
    for (const [path, message] of [
      ['/data/2.5/weather', 'Nothing to geocode'],
      ['/data/2.5/weather?lat=1', 'Nothing to geocode'],
      ['/data/2.5/weather?q=%20', 'Nothing to geocode'],
      ['/data/2.5/weather?zip=&id=', 'Nothing to geocode'],
      ['/data/3.0/onecall', 'Nothing to geocode'],
      ['/data/3.0/onecall?lat=1', 'Nothing to geocode'],
      ['/data/3.0/onecall?lon=1', 'Nothing to geocode'],
      ['/data/3.0/onecall?lat=90.1&lon=1', 'wrong latitude'],
      ['/data/3.0/onecall?lat=x&lon=1', 'wrong latitude'],
      ['/data/3.0/onecall?lat=1&lat=2&lon=1', 'wrong latitude'],
      ['/data/3.0/onecall?lat=&lon=1', 'wrong latitude'],
      ['/data/2.5/forecast?lat=1&lon=-180.1', 'wrong longitude'],
      ['/data/2.5/air_pollution?lat=1&lon=NaN', 'wrong longitude'],
      ['/geo/1.0/direct', 'Nothing to geocode'],
      ['/geo/1.0/reverse?lat=91&lon=1', 'wrong latitude'],
      ['/data/2.5/forecast?q=Berlin&mode=html', 'mode=html is not available: answers are JSON or XML'],
      ['/data/2.5/group', 'Nothing to geocode'],
      ['/data/2.5/group?id=,', 'Nothing to geocode'],
      [`/data/2.5/group?id=${Array.from({ length: 21 }, (_, id) => id).join()}`, 'Too many IDs. Maximum number of IDs is 20.'],
      ['/data/2.5/find', 'Nothing to geocode'],
      ['/data/2.5/find?lat=1', 'Nothing to geocode'],
      ['/data/2.5/uvi', 'Nothing to geocode'],
      ['/data/2.5/forecast/daily?lat=1', 'Nothing to geocode'],
    ] as const) {
      it(`${path}: ${message}`, async () => {
        const { status, body } = await app.get(path)
        assert.deepEqual({ status, body }, { status: 400, body: { cod: '400', message } })
      })
    }

    it('has no code for an unknown layer of the map', async () => {
      const { status, body } = await app.get('/map/radar/1/0/0.png')
      assert.deepEqual({ status, body }, { status: 400, body: { message: 'Unexpected layer name.' } })
    })
  })

  describe('404', () => {
    for (const [path, message] of [
      ['/data/2.5/weather?q=Zzzzqqq', 'city not found'],
      ['/data/2.5/weather?q=x', 'city not found'],
      ['/data/2.5/weather?id=1', 'city not found'],
      ['/data/2.5/weather?id=1e3', 'city not found'],
      ['/data/2.5/weather?id=x2950159', 'city not found'],
      ['/data/2.5/weather?id=-1', 'city not found'],
      ['/data/2.5/weather?zip=00000,us', 'city not found'],
      ['/geo/1.0/zip?zip=00000,us', 'not found'],
      ['/data/2.5/group?id=1,2', 'city not found'],
      ['/data/2.5/find?q=Zzzzqqq', 'city not found'],
      ['/data/2.5/box/city?bbox=1,2,3,4,5', 'Internal error'],
      ['/data/3.0/onecall/timemachine?lat=1&lon=2&dt=3', 'Internal error'],
    ] as const) {
      it(`${path}: ${message}`, async () => {
        const { status, body } = await app.get(path)
        assert.deepEqual({ status, body }, { status: 404, body: { cod: '404', message } })
      })
    }
  })

  it('403 for a key without this right, with a number as code', async () => {
    const { secret } = await issueKey(app, { scopes: ['tiles'] })
    const { status, body } = await app.get(`${ONE_CALL}&appid=${secret}`)
    assert.deepEqual({ status, cod: body.cod }, { status: 403, cod: 403 })
  })

  it('429 beyond the limit of our own weather, with a number as code', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'weather=2' } })
    try {
      await limited.get(`/api/weather?${PLACE}&scope=current`)
      assert.equal((await limited.get(ONE_CALL)).status, 200)
      const { status, body, headers } = await limited.get(ONE_CALL)
      assert.deepEqual({ status, cod: body.cod }, { status: 429, cod: 429 })
      assert.match(body.message, /^Your account is temporary blocked/)
      assert.ok(Number(headers.get('retry-after')) >= 1)
    } finally {
      await limited.close()
    }
  })

  it('502 without data while the provider fails', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const { status, body } = await app.get('/data/3.0/onecall?lat=-33&lon=151')
    assert.deepEqual({ status, cod: body.cod }, { status: 502, cod: '502' })
    assert.equal(typeof body.message, 'string')
  })

  it('is not impressed by hostile parameters', async () => {
    const words = [
      '__proto__',
      'constructor',
      '%F0%9F%8C%A7',
      '%22%3E%3Cscript%3E',
      "';select%201",
      'a'.repeat(1_500),
      '%E2%80%AE',
      '1,2,3',
      '[]',
    ]
    for (const word of chooseCases(words, 3)) {
      for (const [path, statuses] of [
        [`${ONE_CALL}&exclude=${word}&units=${word}&lang=${word}&${word}=${word}`, [200]],
        [`/data/2.5/forecast?${PLACE}&cnt=${word}&mode=${word}`, [200]],
        [`/data/2.5/weather?id=${word}`, [404]],
        [`/data/2.5/group?id=${word}`, [400, 404]],
        [`/data/2.5/find?q=${word}&cnt=${word}`, [200, 400, 404]],
        [`/data/2.5/forecast/daily?${PLACE}&cnt=${word}`, [200]],
        [`/data/2.5/uvi/forecast?${PLACE}&cnt=${word}`, [200]],
        [`/data/2.5/weather?q=${word}`, [200, 400, 404]],
        [`/geo/1.0/direct?q=${word}&limit=${word}`, [200, 400]],
        [`/map/${word}/1/0/0.png`, [400, 404, 414]],
      ] as const) {
        const { status, body } = await app.get(path)
        assert.ok((statuses as readonly number[]).includes(status), `${path.slice(0, 80)}: ${status}`)
        assert.equal(typeof body, 'object')
      }
    }
  })
})
