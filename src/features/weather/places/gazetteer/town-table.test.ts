import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listBuffers, buildTownTable, type ListedTown } from './build-town-table.ts'
import { createGazetteer } from './gazetteer.ts'
import { mapZonesToCountries, listLargestTowns, selectLargeTowns } from './largest-towns.ts'
import { buildTestPlaceTables } from './testing/tables.ts'
import { getTown, matchTowns, listTownsOfSize, listTownsInBox } from './town-table.ts'

const town = (name: string, change: Partial<ListedTown> = {}): ListedTown => ({
  id: 0,
  name,
  country: 'DE',
  state: null,
  lat: 50,
  lon: 10,
  population: 1_000,
  ...change,
})
const tableOf = (...towns: ListedTown[]) => buildTownTable(towns)
type Table = ReturnType<typeof tableOf>
const names = (table: Table, indices: Iterable<number>) => Array.from(indices, (index) => getTown(table, index).name)

describe('the table of towns', () => {
  it('gives each town as it was listed, to a hundred-thousandth of a degree', () => {
    const listed = [
      town('Zürich', {
        country: 'CH',
        state: 'Zurich',
        lat: -47.366_664,
        lon: 8.549_999,
        population: 341_730,
        elevation: -408,
        featureCode: 'PPLA',
      }),
      town('東京', { id: 1_850_147, country: 'JP', lat: 35.689_5, lon: 139.691_71 }),
      town('Aachen', { state: 'Zurich' }),
    ]
    const table = tableOf(...listed)
    const plain = { region: null, elevation: null, featureCode: 'PPL' }
    assert.deepEqual(
      [0, 1, 2].map((index) => getTown(table, index)),
      [
        { ...plain, ...listed[2], region: 'Zurich' },
        { ...plain, ...listed[0], lat: -47.366_66, lon: 8.55, region: 'Zurich' },
        { ...plain, ...listed[1] },
      ],
    )
  })

  it('has none without letters or digits, and can be sent to another thread', () => {
    const table = tableOf(town('---'), town('Ulm'))
    assert.equal(table.population.length, 1)
    const copy = structuredClone(table, { transfer: listBuffers(table) })
    assert.equal(getTown(copy, 0).name, 'Ulm')
  })

  it('finds names that are a key or begin with it, and those of other languages exactly', () => {
    const table = tableOf(
      town('Rome', { otherKeys: ['rom', 'roma'] }),
      town('Romeo'),
      town('Rom'),
      town('Ro'),
      town('Romé', { country: 'FR' }),
      town('Roz'),
    )
    const found = (key: string) => {
      const { exact, elsewhere, longer } = matchTowns(table, key)
      return [exact, elsewhere, longer].map((indices) => names(table, indices).join())
    }
    assert.deepEqual(found('rom'), ['Rom', 'Rome', 'Rome,Romé,Romeo'])
    assert.deepEqual(found('rome'), ['Rome,Romé', '', 'Romeo'])
    assert.deepEqual(found('roma'), ['', 'Rome', ''])
    assert.deepEqual(found('roz'), ['Roz', '', ''])
    assert.deepEqual(found('zzz'), ['', '', ''])
    assert.deepEqual(found('a'), ['', '', ''])
  })

  it('lists the towns in a box, its borders included', () => {
    const table = tableOf(
      town('A', { lat: 51 }),
      town('B', { lat: 51.000_02 }),
      town('C', { lon: 8 }),
      town('D', { lon: 7.999_98 }),
      town('E', { lat: 49, lon: 12 }),
    )
    assert.deepEqual(names(table, listTownsInBox(table, { lat: 50, lon: 10 }, { lat: 1, lon: 2 })), ['A', 'C', 'E'])
  })

  it('lists the towns of a size, largest first', () => {
    const table = tableOf(
      town('A', { population: 5 }),
      town('B', { population: 9 }),
      town('C', { population: 4 }),
      town('D', { population: 9 }),
    )
    assert.deepEqual(names(table, listTownsOfSize(table, 5)), ['B', 'D', 'A'])
  })
})

describe('the largest towns', () => {
  const table = tableOf(
    town('A', { population: 90_000, lat: 52.52, lon: 13.41 }),
    // In the grid cell of A.
    town('B', { population: 80_000, lat: 52.521, lon: 13.411 }),
    town('C', { population: 70_000, lat: 48.85, lon: 2.35, country: 'FR' }),
    town('D', { population: 50_000, lat: 53.55, lon: 9.99 }),
    town('E', { population: 40_000, lat: 38.72, lon: -9.14, country: 'PT' }),
    town('F', { population: 0, lat: 50, lon: 8 }),
  )

  it('are one for each grid cell, of the whole world or a country', () => {
    const list = selectLargeTowns(table, 50_000)
    assert.deepEqual(
      [list.length, Array.from(list.slice(0, 9), ({ name }) => name).join(), Array.from(list.slice(1, 2), ({ name }) => name)],
      [3, 'A,C,D', ['C']],
    )
    const ofCountry = (country: string, count: number) => listLargestTowns(table, country, count).map(({ name }) => name)
    assert.deepEqual([ofCountry('DE', 5), ofCountry('DE', 1), ofCountry('FR', 5), ofCountry('XX', 5)], [['A', 'D'], ['A'], ['C'], []])
  })

  it('tell the country of a zone, if they have at least fifty thousand inhabitants', () => {
    assert.deepEqual(
      [...mapZonesToCountries(table)],
      [
        ['Europe/Berlin', 'DE'],
        ['Europe/Paris', 'FR'],
      ],
    )
  })
})

describe('the towns around a point', () => {
  /** North of 50° N, 10° E, in kilometres. */
  const north = (km: number) => ({ lat: 50 + km / 111.195, lon: 10 })
  const over = (...towns: ListedTown[]) => createGazetteer(async () => buildTestPlaceTables(...towns))

  it('are those of its cell by size, and those within 25 km by size and nearness, ten at most', async () => {
    const gazetteer = over(
      town('Here', { population: 100 }),
      town('Larger here', { population: 200, lat: 50.001 }),
      town('Twice as large at 5 km', { ...north(5), population: 403 }),
      town('At 24.9 km', { ...north(24.9), population: 20 }),
      town('At 25.1 km', { ...north(25.1), population: 9_000_000 }),
    )
    const { within, near } = await gazetteer.around({ lat: 50, lon: 10 })
    assert.deepEqual(
      within.map(({ name }) => name),
      ['Larger here', 'Here'],
    )
    assert.deepEqual(
      near.map(({ name }) => name),
      ['Twice as large at 5 km', 'Larger here', 'Here', 'At 24.9 km'],
    )
    const many = over(...Array.from({ length: 12 }, (_, index) => town(`Town ${index}`, { ...north(index + 2), population: 5 })))
    assert.equal((await many.around({ lat: 50, lon: 10 })).near.length, 10)
  })

  it('name it: the largest in its cell, else the weightiest nearby, else none', async () => {
    const name = async (...towns: ListedTown[]) => (await over(...towns).townNear({ lat: 50, lon: 10 }))?.name ?? null
    const far = town('City', { ...north(3), population: 9_000_000 })
    assert.deepEqual(
      {
        nameTownVillage: await name(town('Village'), far),
        nameFar: await name(far),
        nameTownElsewhere: await name(town('Elsewhere', { lat: 20 })),
      },
      { nameTownVillage: 'Village', nameFar: 'City', nameTownElsewhere: null },
    )
  })

  it('are found near the poles and where a degree of longitude is short', async () => {
    const near = async (lat: number, lon: number) => (await over(town('North', { lat: 85, lon: 2 })).around({ lat, lon })).near.length
    // 2° of longitude are 19.4 km at 85° N.
    assert.deepEqual([await near(85, 0), await near(85, -1), await near(90, 0)], [1, 0, 0])
  })

  it('describe where a place is by a larger town 5 to 100 km away that has another name', async () => {
    const landmark = async (...towns: ListedTown[]) => (await over(...towns).landmark({ name: 'Neustadt', lat: 50, lon: 10 }))?.name ?? null
    const at = (km: number, population: number, name = `At ${km} km`) => town(name, { ...north(km), population })
    assert.equal(await landmark(at(4.9, 90_000)), null)
    assert.equal(await landmark(at(5.1, 90_000)), 'At 5.1 km')
    assert.equal(await landmark(at(99.9, 90_000)), 'At 99.9 km')
    assert.equal(await landmark(at(100.1, 90_000)), null)
    assert.equal(await landmark(at(10, 9_999)), null)
    assert.equal(await landmark(at(10, 10_000)), 'At 10 km')
    assert.equal(await landmark(at(10, 90_000, 'NEUSTADT')), null)
    // At 30 km a town counts with half its population.
    assert.equal(await landmark(at(30, 100_000), at(6, 51_000)), 'At 30 km')
    assert.equal(await landmark(at(30, 100_000), at(6, 53_000)), 'At 6 km')
  })

  it('know the country of a zone', async () => {
    const gazetteer = over(town('Berlin', { population: 3_000_000, lat: 52.52, lon: 13.41 }))
    assert.deepEqual([await gazetteer.countryOfZone('Europe/Berlin'), await gazetteer.countryOfZone('Europe/Paris')], ['DE', null])
  })
})
