import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../tools/random.ts'
import { playDay } from './cells.ts'
import { refreshLaw } from './law.ts'
import { activityAt, createPeople, HIGHEST_ACTIVITY, localHour } from './people.ts'
import { createZipf, townsBySize } from './towns.ts'

const DAY_START = Date.parse('2026-06-10T00:00:00Z')
const near = (actual: number, expected: number, part: number): void =>
  assert.ok(Math.abs(actual / expected - 1) <= part, `${actual} is not within ${part} of ${expected}`)

describe('Zipf', () => {
  it('draws ranks as often as their shares say', () => {
    const zipf = createZipf(1_000, 1)
    const random = createRandom(7)
    const drawn = new Uint32Array(1_000)
    for (let i = 0; i < 200_000; i++) drawn[zipf.draw(random.next())]! += 1
    for (const rank of [0, 1, 9]) near((drawn[rank] ?? 0) / 200_000, zipf.shareOf(rank), 0.05)
    near(zipf.shareOf(0) / zipf.shareOf(9), 10, 1e-9)
  })

  it('draws the first and the last rank at the ends', () => {
    const zipf = createZipf(3, 1)
    assert.deepEqual([zipf.draw(0), zipf.draw(1 - 1e-12)], [0, 2])
  })
})

describe('the day', () => {
  it('has a mean of 1, its peak in the morning and its minimum at night', () => {
    const hours = Array.from({ length: 240 }, (_, i) => activityAt(i / 10))
    near(hours.reduce((sum, each) => sum + each, 0) / hours.length, 1, 0.001)
    assert.ok(activityAt(7.25) > 0.999 * HIGHEST_ACTIVITY && activityAt(3) < 0.3)
    near(activityAt(23.999), activityAt(0), 0.01)
  })

  it('follows the sun', () => {
    const at = Date.parse('2026-06-10T06:00:00Z')
    assert.deepEqual([localHour(0, at), localHour(15, at), localHour(-105, at), localHour(-180, at)], [6, 7, 23, 18])
  })
})

describe('people', () => {
  const towns = townsBySize(2_000)
  const days = (seed: number, isEveryday: boolean) => {
    const people = createPeople({ towns, viewsPerDay: 20_000, seed, isEveryday })
    return Array.from({ length: 1_440 }, (_, minute) => people.step(DAY_START + minute * 60_000, 60))
  }

  it('look as often a day as stated, and identically for the same seed', () => {
    const views = days(3, true)
    near(views.flat().length, 20_000, 0.03)
    assert.deepEqual(views[500], days(3, true)[500])
    assert.notDeepEqual(views[500], days(4, true)[500])
  })

  it('look more during the storm, and crawlers all day', () => {
    const views = days(3, false)
    const extra = views.flat().length - days(3, true).flat().length
    near(extra, (20_000 * 0.5 * 6) / 24 + 5_000, 0.05)
    near(views.flat().filter(({ isCrawler }) => isCrawler).length, 5_000, 0.01)
  })

  it('name a town by its centre, or are somewhere around it', () => {
    const views = days(5, true).flat()
    const centres = new Set(towns.map(({ lat, lon }) => `${lat.toFixed(4)} ${lon.toFixed(4)}`))
    const named = views.filter(({ lat, lon }) => centres.has(`${lat.toFixed(4)} ${lon.toFixed(4)}`)).length
    near(named / views.length, 0.7, 0.05)
  })
})

describe('laws', () => {
  it('predict the calls of the gateway without being fitted to them', async () => {
    const towns = townsBySize(40)
    const viewsPerDay = 2_000
    const day = await playDay({ towns, viewsPerDay, seed: 1, isEveryday: true })
    near(day.answers, 4 * viewsPerDay, 0.04)
    assert.ok(day.memory < day.answers)
    near(day.calls, refreshLaw(towns, viewsPerDay, 300, true), 0.06)
  })

  it('are linear where views are rare, and end at one call for each fresh window', () => {
    const [town] = townsBySize(1)
    const village = [{ lat: 50, lon: 10, population: 1_000 }]
    near(refreshLaw(village, 24, 300, true), 24, 0.15)
    near(refreshLaw(village, 1e9, 300, true), 288, 0.01)
    assert.ok(refreshLaw([town!], 1e6, 300, true) > 10 * 288, 'people of a large town are in many cells')
  })
})
