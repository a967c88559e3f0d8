import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '@isobar/weather'
import fc from 'fast-check'
import { chooseCases } from '../../../../../test/helpers/thorough.ts'
import { LANGUAGES } from '../../../../messages/languages.ts'
import { createGazetteer, loadTowns } from '../gazetteer/gazetteer.ts'
import { getTown, toTownKey } from '../gazetteer/town-table.ts'
import { withDistinctLabels } from './distinct-labels.ts'
import { addPlaceLabel } from './found-place.ts'

const place = (lat: number, lon: number, name = 'Georgetown') => addPlaceLabel({ name, state: 'Texas', country: 'US', lat, lon })
const labels = (places: readonly { readonly label: string }[]) => places.map(({ label }) => label)
const AUSTIN = { name: 'Austin', lat: 30.27, lon: -97.74 }

describe('namesakes', () => {
  const [one, two] = [place(30.63, -97.68), place(29.9, -94.9)]

  it('are told apart by distance and direction from a larger town, in every language', async () => {
    const labelIn = async (lang: string) => labels(await withDistinctLabels([one, two], lang, async () => AUSTIN))[0]
    assert.deepEqual(await Promise.all(LANGUAGES.map(labelIn)), [
      'Georgetown, Texas, US (40 km N of Austin)',
      'Georgetown, Texas, US (40 km nördlich von Austin)',
      'Georgetown, Texas, US (Austin, 40 km N)',
      'Georgetown, Texas, US (a 40 km al N de Austin)',
      'Georgetown, Texas, US (40 km a N di Austin)',
      'Georgetown, Texas, US (40 km a N de Austin)',
      'Georgetown, Texas, US (Austinの北40 km)',
      'Georgetown, Texas, US (على بعد 40 كم شمال Austin)',
    ])
  })

  it('have all eight directions', async () => {
    const around = Array.from({ length: 8 }, (_, step) => {
      const angle = (step * Math.PI) / 4
      return place(AUSTIN.lat + 0.5 * Math.cos(angle), AUSTIN.lon + (0.5 * Math.sin(angle)) / Math.cos((AUSTIN.lat * Math.PI) / 180))
    })
    const labelled = labels(await withDistinctLabels(around, 'en', async () => AUSTIN)).map((label) => / km (\w+) of/.exec(label)?.[1])
    assert.deepEqual(labelled, ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'])
  })

  it('are told apart by coordinates if there is no town, or if that is the same', async () => {
    const alone = labels(await withDistinctLabels([one, two], 'en', async () => null))
    assert.deepEqual(alone, ['Georgetown, Texas, US (30.63, -97.68)', 'Georgetown, Texas, US (29.90, -94.90)'])
    const far = labels(await withDistinctLabels([place(30.63, -97.68), place(30.64, -97.69)], 'en', async () => AUSTIN))
    assert.deepEqual(far, ['Georgetown, Texas, US (30.63, -97.68)', 'Georgetown, Texas, US (30.64, -97.69)'])
  })

  it('are the only places whose labels change', async () => {
    const other = place(31, -98, 'Austin')
    assert.deepEqual(labels(await withDistinctLabels([one, other, two], 'en', async () => null)).slice(1, 2), ['Austin, Texas, US'])
    const single = [one, other]
    assert.equal(await withDistinctLabels(single, 'en', async () => assert.fail()), single)
  })

  it('never share a label, wherever they are', async () => {
    const point = fc.record({ lat: fc.double({ min: -90, max: 90, noNaN: true }), lon: fc.double({ min: -180, max: 180, noNaN: true }) })
    // Nearer ones are one place.
    const distinct = fc.uniqueArray(point, {
      minLength: 2,
      maxLength: 5,
      selector: ({ lat, lon }) => `${lat.toFixed(1)} ${lon.toFixed(1)}`,
    })
    await fc.assert(
      fc.asyncProperty(distinct, fc.constantFrom(...LANGUAGES), fc.boolean(), async (points, lang, hasTown) => {
        const labelled = await withDistinctLabels(
          points.map(({ lat, lon }) => place(lat, lon)),
          lang,
          async () => (hasTown ? AUSTIN : null),
        )
        assert.equal(new Set(labels(labelled)).size, points.length)
      }),
    )
  })
})

describe('the whole gazetteer', () => {
  it('has no two results of one answer with the same label', async () => {
    const tables = await loadTowns()
    const table = tables.towns
    const gazetteer = createGazetteer(async () => tables)
    // Each place is in several answers, and finding its landmark searches all towns.
    const landmarks = new Map<string, ReturnType<typeof gazetteer.landmark>>()
    const landmark = (place: Point & { readonly name: string }) => {
      const key = `${place.name} ${place.lat} ${place.lon}`
      const known = landmarks.get(key) ?? gazetteer.landmark(place)
      landmarks.set(key, known)
      return known
    }
    const counts = new Map<string, number>()
    const names = new Map<string, string>()
    for (let index = 0; index < table.population.length; index += 1) {
      const { name, state, country } = getTown(table, index)
      const id = `${toTownKey(name)}|${state}|${country}`
      counts.set(id, (counts.get(id) ?? 0) + 1)
      names.set(id, name)
    }
    const shared = new Map(
      [...counts].filter(([, count]) => count > 1).map(([id]) => [`${names.get(id)},${id.split('|')[2]}`, names.get(id) as string]),
    )
    assert.ok(shared.size > 1_000)
    let namesakes = 0
    let lang = 0
    const queries = chooseCases([...new Set([...shared].flat())], 32)
    for (const name of queries) {
      const found = await gazetteer.find({ name, country: null, bias: null, limit: 5 })
      const labelled = await withDistinctLabels(found, LANGUAGES[lang++ % LANGUAGES.length] as string, landmark)
      assert.equal(new Set(labels(labelled)).size, found.length, name)
      namesakes += labelled.filter(({ label }, index) => label !== found[index]?.label).length
    }
    assert.ok(namesakes > queries.length / 50, `${namesakes} of ${queries.length}`)
  })
})
