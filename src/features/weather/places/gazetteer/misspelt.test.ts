import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { buildTownTable } from './build-town-table.ts'
import { listSimilarTowns } from './misspelt.ts'
import { getTown } from './town-table.ts'

const tableOf = (...names: string[]) =>
  buildTownTable(names.map((name) => ({ id: 0, name, country: 'DE', state: null, lat: 0, lon: 0, population: 1, otherKeys: [] })))
/** How many letters a town's name differs by; null: it is not among those spelt like it. */
function editsOf(name: string, key: string): number | null {
  const table = tableOf(name, 'zzzzzzzzzzzzzz')
  const found = listSimilarTowns(table, key).find(({ index }) => getTown(table, index).name === name)
  return found?.edits ?? null
}

const distances = new Map<string, number>()
/** The distance by its definition; each pair is computed once, since the definition comes back to the same pairs. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const known = distances.get(`${a} ${b}`)
  if (known !== undefined) return known
  const [x, y] = [a.slice(1), b.slice(1)]
  const choices = [distance(x, b) + 1, distance(a, y) + 1, distance(x, y) + (a[0] === b[0] ? 0 : 1)]
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) choices.push(distance(a.slice(2), b.slice(2)) + 1)
  const least = Math.min(...choices)
  distances.set(`${a} ${b}`, least)
  return least
}

describe('a misspelt name', () => {
  for (const [name, key, edits] of [
    ['berlin', 'berlin', 0],
    ['berlin', 'berln', 1],
    ['berlin', 'berliin', 1],
    ['berlin', 'berlim', 1],
    ['berlin', 'berlni', 1],
    ['berlin', 'brelni', null],
    ['reykjavik', 'reikjavk', null],
    ['reykjavik', 'reikjavic', 2],
    ['reykjavik', 'reikjawic', null],
    ['berlin', 'gerlin', null],
    ['rome', 'roma', 1],
    ['ulm', 'ulb', null],
    ['москва', 'москав', 2],
  ] as const)
    it(`${key} ${edits === null ? 'is not taken for' : `differs by ${edits} from`} ${name}`, () => assert.equal(editsOf(name, key), edits))

  it('counts edits as the definition does', () => {
    const text = (minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength, maxLength }).map((letters) => `x${letters.join('')}`)
    fc.assert(
      fc.property(text(3, 6), text(2, 7), (key, name) => {
        const edits = distance(name, key)
        assert.equal(editsOf(name, key), edits <= 1 ? edits : null)
      }),
    )
    fc.assert(
      fc.property(text(8, 8), text(7, 9), (key, name) => {
        const edits = distance(name, key)
        assert.equal(editsOf(name, key), edits <= 2 ? edits : null)
      }),
      { numRuns: 40 },
    )
  })

  it('is compared with the names in other languages, of which the nearest counts', () => {
    const table = buildTownTable([
      { id: 0, name: 'Munich', country: 'DE', state: null, lat: 0, lon: 0, population: 1, otherKeys: ['munchen', 'muenchen', 'munchenn'] },
    ])
    assert.deepEqual(listSimilarTowns(table, 'munchn'), [{ index: 0, edits: 1, isOtherName: true }])
    assert.deepEqual(listSimilarTowns(table, 'muenchenn'), [{ index: 0, edits: 1, isOtherName: true }])
    const iceland = buildTownTable([
      { id: 0, name: 'Reykjavik', country: 'IS', state: null, lat: 0, lon: 0, population: 1, otherKeys: ['reykjavig'] },
    ])
    assert.deepEqual(listSimilarTowns(iceland, 'reikjavik'), [{ index: 0, edits: 1, isOtherName: false }])
  })
})
