import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { testSimulator } from '../testing/simulator.ts'

const simulator = testSimulator(() => Date.UTC(2026, 6, 15, 9, 23, 41))

const names = async (q: string): Promise<string[]> =>
  (
    (await get(simulator, `/geo/1.0/direct?limit=5&appid=k&q=${encodeURIComponent(q)}`)).body as {
      name: string
      country: string
      state?: string
    }[]
  ).map((item) => `${item.name}/${item.country}/${item.state ?? ''}`)

describe('geocoding', () => {
  it('takes a name in any case, with or without its accents, knows other languages, and narrows by state and country', async () => {
    assert.deepEqual(await names('sao PAULO'), ['São Paulo/BR/São Paulo'])
    assert.deepEqual(await names('München'), ['Munich/DE/Bavaria'])
    assert.deepEqual(await names('東京都'), ['Tokyo/JP/'])
    assert.equal((await names('Springfield')).length, 5)
    assert.deepEqual(await names('Springfield,IL,US'), ['Springfield/US/Illinois'])
    assert.deepEqual(await names('London,CA'), ['London/CA/Ontario'])
    assert.deepEqual(await names('Nowhere-at-all'), [])
    assert.deepEqual(await names('Nàiröbi'), [])
    assert.deepEqual(await names('nairobi'), ['Nairobi/KE/'])
  })
  it('answers an empty query as the service does', async () => {
    assert.deepEqual((await get(simulator, '/geo/1.0/direct?q=&appid=k')).body, { cod: '400', message: 'Nothing to geocode' })
  })
})
