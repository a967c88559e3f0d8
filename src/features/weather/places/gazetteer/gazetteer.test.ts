import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListedTown } from './build-town-table.ts'
import { createGazetteer, loadTowns } from './gazetteer.ts'
import { buildTestPlaceTables } from './testing/tables.ts'
import { toTownKey } from './town-table.ts'

const none = { country: null, bias: null, limit: 5 }

function town(name: string, country: string, population: number, more: Partial<ListedTown> = {}): ListedTown {
  return { id: 0, name, country, state: null, lat: 10, lon: 20, population, ...more }
}

function over(...towns: ListedTown[]) {
  const gazetteer = createGazetteer(async () => buildTestPlaceTables(...towns))
  return async (name: string, options: Partial<Parameters<typeof gazetteer.find>[0]> = {}) =>
    (await gazetteer.find({ name, ...none, ...options })).map(({ label }) => label)
}

describe('the ranking', () => {
  it('puts exact names before those that only begin so, each by size', async () => {
    const find = over(
      town('Ulm', 'DE', 1),
      town('Ulmen', 'DE', 900),
      town('Ulmet', 'FR', 9_000, { lat: 1 }),
      town('Ulm', 'US', 5),
      town('Köln', 'DE', 7),
    )
    assert.deepEqual(await find('ulm'), ['Ulm, US', 'Ulm, DE', 'Ulmet, FR', 'Ulmen, DE'])
    assert.deepEqual(await find('ulm', { limit: 1 }), ['Ulm, US'])
    assert.deepEqual(await find('KOLN'), ['Köln, DE'])
    assert.deepEqual(await find('ulms', { isExact: true }), [])
  })

  it('weighs size against distance if there is a bias', async () => {
    const find = over(
      town('Paris', 'FR', 2_000_000, { lat: 48.9, lon: 2.4 }),
      town('Paris', 'US', 25_000, { state: 'Texas', lat: 33.7, lon: -95.6 }),
    )
    assert.deepEqual(await find('paris'), ['Paris, FR', 'Paris, Texas, US'])
    assert.deepEqual(await find('paris', { bias: { lat: 33, lon: -96 } }), ['Paris, Texas, US', 'Paris, FR'])
  })

  it('ranks a town by its name in another language above a namesake only if it is far larger', async () => {
    const find = over(
      town('Rome', 'IT', 2_000_000, { otherKeys: ['rom'] }),
      town('Rom', 'FR', 900),
      town('Roma', 'US', 900_000),
      town('Nice', 'FR', 300_000),
      town('Nicosia', 'CY', 400_000, { otherKeys: ['nice'] }),
    )
    assert.deepEqual(await find('Rom'), ['Rome, IT', 'Rom, FR', 'Roma, US'])
    assert.deepEqual(await find('rom', { isExact: true }), ['Rome, IT', 'Rom, FR'])
    assert.deepEqual(await find('nice'), ['Nice, FR', 'Nicosia, CY'])
  })

  it('takes a misspelt name for the largest town that it may mean, only if nothing else fits', async () => {
    const find = over(town('Berlin', 'DE', 900), town('Berlin', 'US', 7), town('Berlik', 'FR', 8_000), town('Berlinchen', 'DE', 2))
    assert.deepEqual(await find('berlim'), ['Berlik, FR', 'Berlin, DE'], 'not what is much less likely')
    assert.deepEqual(await find('berlim', { country: 'DE' }), ['Berlin, DE'])
    assert.deepEqual(await find('berlim,us'), ['Berlin, US'])
    assert.deepEqual(await find('berlim', { isExact: true }), [])
    assert.deepEqual(await find('berlinc'), ['Berlin, DE', 'Berlinchen, DE'], 'hardly anybody lives in the only one that begins so')
    const large = over(town('Berlin', 'DE', 900_000), town('Berlinchen', 'DE', 30_000))
    assert.deepEqual(await large('berlinc'), ['Berlinchen, DE'])
    const long = over(town('Fredericton', 'CA', 60), town('Frederictop', 'US', 5_000))
    assert.deepEqual(
      await long('frederictn'),
      ['Fredericton, CA', 'Frederictop, US'],
      'one letter weighs more than a hundred times the size',
    )
  })

  it('respects the country, and the part after the comma', async () => {
    const find = over(town('London', 'GB', 9), town('London', 'CA', 3, { state: 'Ontario' }), town('London', 'US', 1, { state: 'Ohio' }))
    assert.deepEqual(await find('london', { country: 'CA' }), ['London, Ontario, CA'])
    for (const within of ['ohio', 'OH', 'us', 'United States', 'ohio,us'])
      assert.deepEqual(await find(`London,${within}`), ['London, Ohio, US'], within)
    assert.deepEqual(await find('london,france'), [])
  })

  it('needs no comma before the area, unless a town has the whole name', async () => {
    const find = over(
      town('Springfield', 'US', 100, { state: 'Illinois' }),
      town('Springfield', 'US', 900, { state: 'Missouri', lat: 1 }),
      town('Portland', 'AU', 5, { state: 'New South Wales' }),
      town('Kansas City', 'US', 400, { state: 'Missouri' }),
      town('Kansas', 'US', 3, { state: 'Illinois' }),
      town('Ulm', 'DE', 5),
    )
    const cases = {
      'Springfield IL': ['Springfield, Illinois, US'],
      'springfield missouri': ['Springfield, Missouri, US'],
      'springfield us': ['Springfield, Missouri, US', 'Springfield, Illinois, US'],
      'portland new south wales': ['Portland, New South Wales, AU'],
      'springfield il,us': ['Springfield, Illinois, US'],
      'Kansas City': ['Kansas City, Missouri, US'],
      'ulm germany': ['Ulm, DE'],
      'ulm france': [],
      illinois: [],
    }
    for (const [name, expected] of Object.entries(cases)) {
      assert.deepEqual(await find(name), expected, name)
      assert.deepEqual(await find(name, { isExact: true }), expected, name)
    }
    assert.deepEqual(await find('springfield il', { country: 'CA' }), [])
  })

  it('knows what a first word is short for', async () => {
    const find = over(town('Sankt Gallen', 'CH', 70), town('Saint Gallen', 'US', 9), town('Mount Isa', 'AU', 18), town('St Ives', 'GB', 16))
    assert.deepEqual(await find('St. Gallen'), ['Sankt Gallen, CH', 'Saint Gallen, US'])
    assert.deepEqual(await find('st gallen, switzerland'), ['Sankt Gallen, CH'])
    assert.deepEqual(await find('st gallen ch'), ['Sankt Gallen, CH'])
    assert.deepEqual(await find('Mt Isa'), ['Mount Isa, AU'])
    assert.deepEqual(await find('st ives'), ['St Ives, GB'])
    assert.deepEqual(await find('st gall', { isExact: true }), [])
  })

  it('merges near duplicates', async () => {
    const find = over(town('Seoul', 'KR', 9), town('Seoul', 'KR', 8, { lat: 10.1 }), town('Seoul', 'KR', 1, { lat: 14 }))
    assert.deepEqual(await find('seoul'), ['Seoul, KR', 'Seoul, KR'])
  })
})

describe('the bundled towns', () => {
  const gazetteer = createGazetteer()
  const find = async (name: string) => (await gazetteer.find({ name, ...none }))[0]?.label

  it('cover the world', async () => {
    assert.equal(await find('tokyo'), 'Tokyo, JP')
    assert.equal(await find('Sao Paulo'), 'São Paulo, BR')
    assert.equal(await find('st louis'), 'St. Louis, Missouri, US')
    assert.equal(await find('london, canada'), 'London, Ontario, CA')
    assert.equal(await find('İZMİR'), 'İzmir, TR')
  })

  it('are known by their names in other languages and scripts', async () => {
    for (const name of ['München', 'munchen', 'MUENCHEN', 'Мюнхен', 'ミュンヘン']) assert.equal(await find(name), 'Munich, DE', name)
    assert.equal(await find('東京'), 'Tokyo, JP')
    assert.equal(await find('Wien'), 'Vienna, AT')
    assert.equal(await find('القاهرة'), 'Cairo, EG')
  })

  it('are found by misspelt names', async () => {
    for (const [name, label] of [
      ['Reykjavk', 'Reykjavík, IS'],
      ['Sao Paolo', 'São Paulo, BR'],
      ['Berlni', 'Berlin, DE'],
      ['san fransisco', 'San Francisco, California, US'],
      ['Philedelphya', 'Philadelphia, Pennsylvania, US'],
      ['Москав', 'Moscow, RU'],
    ] as const)
      assert.equal(await find(name), label, name)
    assert.equal(await find('qqqqqqqq'), undefined)
  })

  it('are read without blocking the serving thread', async () => {
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 5)
    await createGazetteer(loadTowns).find({ name: 'Rome', ...none })
    clearInterval(timer)
    assert.ok(ticks > 10, `${ticks} ticks`)
  })
})

describe('a failed load', () => {
  it('is retried', async () => {
    let loads = 0
    const gazetteer = createGazetteer(async () => {
      loads += 1
      if (loads === 1) throw new Error('no memory')
      return buildTestPlaceTables(town('Rome', 'IT', 3))
    })
    await assert.rejects(gazetteer.find({ name: 'rome', ...none }), /no memory/)
    assert.equal((await gazetteer.find({ name: 'rome', ...none })).length, 1)
  })
})

describe('townKey', () => {
  it('omits hyphens, full stops and apostrophes', () => {
    assert.equal(toTownKey('St.-Denis'), toTownKey('st denis'))
    assert.equal(toTownKey("L'Aquila"), toTownKey('l aquila'))
  })
})

it('warming up reads the towns once, and again after a failure', async () => {
  let reads = 0
  const load = async () => {
    reads += 1
    if (reads === 1) throw new Error('no memory')
    return buildTestPlaceTables(town('Ulm', 'DE', 1))
  }
  const gazetteer = createGazetteer(load, async () => false)
  await gazetteer.warm()
  assert.equal(reads, 1)
  await gazetteer.warm()
  assert.equal((await gazetteer.find({ name: 'ulm', ...none })).length, 1)
  assert.equal(reads, 2)
})

it('warming up reads no towns if the table is stored on disk', async () => {
  let reads = 0
  const gazetteer = createGazetteer(
    async () => ((reads += 1), buildTestPlaceTables(town('Ulm', 'DE', 1))),
    async () => true,
  )
  await gazetteer.warm()
  assert.equal(reads, 0)
  assert.equal((await gazetteer.find({ name: 'ulm', ...none })).length, 1)
})
