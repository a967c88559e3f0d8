import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { baseMap } from './base-map.ts'
import { ENGLISH_NAMES } from './english-names.ts'
import { type CountryLabel, type TownLabel, townLabels } from './labels.ts'

const FOLDER = new URL('../../web/public/map/', import.meta.url)
/** A page loads up to six parts at once. */
const LARGEST_PART = 300_000

interface Part {
  readonly size: number
  readonly land: string
  readonly borders: string
  readonly parts: readonly string[]
  readonly countries: readonly CountryLabel[]
  readonly towns: readonly TownLabel[]
}

describe('the base map', () => {
  let files: Map<string, string>
  before(async () => {
    files = await baseMap()
  })
  const names = ({ towns }: Part) => new Set(towns.map(([name]) => name))
  const part = (name: string) => JSON.parse(files.get(name) ?? '') as Part

  it('is what node tools/base-map/main.ts draws', async () => {
    assert.deepEqual((await readdir(FOLDER)).toSorted(), [...files.keys()].toSorted())
    for (const [name, text] of files) assert.ok(text === (await readFile(new URL(name, FOLDER), 'utf8')), `${name} is something else`)
  })

  it('is small enough to load with a page', () => {
    assert.ok((files.get('world.json') ?? '').length < 200_000)
    assert.ok((files.get('land.svg') ?? '').length < 40_000)
    for (const [name, { length }] of files) assert.ok(length < LARGEST_PART, `${name} has ${length} characters`)
  })

  it('names countries inside their largest part', () => {
    const { countries } = part('world.json')
    assert.ok(countries.length > 210)
    assert.equal(new Set(countries.map(([code]) => code)).size, countries.length)
    const of = (code: string) => countries.find((label) => label[0] === code) ?? assert.fail(code)
    for (const [code, west, south, east, north] of [
      ['FR', -1, 43, 6, 50],
      ['US', -120, 32, -80, 48],
      ['RU', 60, 50, 140, 70],
      ['NO', 8, 59, 15, 63],
      ['GL', -55, 62, -20, 82],
      ['NZ', 166, -47, 179, -34],
    ] as const) {
      const [, lon, lat] = of(code)
      assert.ok(lon / 100 > west && lon / 100 < east && lat / 100 > south && lat / 100 < north, `${code} at ${lon}, ${lat}`)
    }
  })

  it('has great cities and capitals everywhere, and towns in the part where they are', () => {
    const world = names(part('world.json'))
    for (const name of ['Tokyo', 'Berlin', 'Cologne', 'Nairobi', 'Reykjavík', 'Canberra']) assert.ok(world.has(name), name)
    assert.ok(!world.has('Potsdam'))
    assert.ok(names(part('4-2.json')).has('Potsdam'))
    assert.ok(!names(part('2-2.json')).has('Potsdam'))
    const { towns } = part('4-2.json')
    assert.deepEqual(
      towns.map(([, , , thousands]) => thousands),
      towns.map(([, , , thousands]) => thousands).toSorted((a, b) => b - a),
    )
  })

  it('names every town in English that has an English name', () => {
    const known = new Set(townLabels(0).map(([name]) => name))
    for (const [key, english] of ENGLISH_NAMES) {
      assert.ok(known.has(english), key)
      assert.ok(!names(part('world.json')).has(key.slice(3)), key)
    }
  })

  it('has no part for the open sea', () => {
    const { parts } = part('world.json')
    assert.deepEqual(
      parts.map((name) => `${name}.json`),
      [...files.keys()].filter((name) => name !== 'world.json' && name !== 'land.svg'),
    )
    assert.ok(parts.length > 50 && parts.length < 64, String(parts.length))
  })
})
