import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listCountryCodes } from '@isobar/weather'
import { LANGUAGES } from '../../../../messages/languages.ts'
import { toAreaKey, listCountryNames } from './country-names.ts'
import { createGazetteer, loadTowns } from './gazetteer.ts'
import { getTown } from './town-table.ts'

let loaded: ReturnType<typeof loadTowns> | undefined
/** Loaded when the first test needs them. */
const tables = () => (loaded ??= loadTowns())

describe('every capital', () => {
  const gazetteer = createGazetteer(tables)
  const searched = { country: null, bias: null, limit: 1, isExact: true }

  async function capitals() {
    const { towns } = await tables()
    return Array.from(towns.population, (_, index) => getTown(towns, index)).filter(({ featureCode }) => featureCode === 'PPLC')
  }

  for (const lang of LANGUAGES) {
    it(`is found with the name of its country in ${lang}`, async () => {
      const names = new Intl.DisplayNames([lang], { type: 'region', fallback: 'none' })
      const wrong: string[] = []
      const all = await capitals()
      assert.ok(all.length > 230)
      for (const { id, name, country } of all) {
        const q = `${name}, ${names.of(country) ?? ''}`
        const [found] = await gazetteer.find({ ...searched, name: q })
        if (found?.details?.id !== id) wrong.push(`${q}: ${found?.label ?? 'nothing'}`)
      }
      assert.deepEqual(wrong, [])
    })
  }

  it('is found with every name and code of its country', async () => {
    const wrong: string[] = []
    for (const { id, name, country } of await capitals()) {
      for (const land of [country, country.toLowerCase(), ...listCountryNames(country)]) {
        const [found] = await gazetteer.find({ ...searched, name: `${name}, ${land}` })
        if (found?.details?.id !== id) wrong.push(`${name}, ${land}: ${found?.label ?? 'nothing'}`)
      }
    }
    assert.deepEqual(wrong, [])
  })
})

describe('every region', () => {
  it('is found by its name with its country, where people live', async () => {
    const gazetteer = createGazetteer(tables)
    const { features } = await tables()
    const areas = Array.from(features.population, (_, index) => getTown(features, index)).filter(
      ({ featureCode, lat, lon }) => featureCode === 'ADM1' && (lat !== 0 || lon !== 0),
    )
    const lost: string[] = []
    for (const { name, country } of areas) {
      const q = `${name.replaceAll(',', ' ')},${country}`
      const [found] = await gazetteer.find({ country: null, bias: null, limit: 1, isExact: true, name: q })
      if (found?.country !== country) lost.push(q)
    }
    assert.ok(areas.length > 3_000)
    assert.deepEqual(lost, [])
  })
})

describe('the names of countries', () => {
  it('are those of one country each, but for the two Congos', () => {
    const byKey = Map.groupBy(
      listCountryCodes().flatMap((code) => [...new Set(listCountryNames(code).map(toAreaKey))].map((key) => ({ key, code }))),
      ({ key }) => key,
    )
    const shared = [...byKey].filter(([, codes]) => codes.length > 1).map(([key, codes]) => [key, codes.map(({ code }) => code).join()])
    assert.deepEqual(shared, [['congo', 'CD,CG']])
  })
})
