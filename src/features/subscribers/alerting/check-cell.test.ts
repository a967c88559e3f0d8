import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import type { PlacePreferences } from './cell-store.ts'
import { collectQuestions } from './check-cell.ts'
import { buildQuestionKey } from './questions.ts'
import { type AlertApp, BERLIN, createAlertApp } from './testing/alert-app.ts'
import { buildAlertJobOptions } from './testing/job-options.ts'

const CELL = toCell(BERLIN.cityLat, BERLIN.cityLon).id

describe('the questions about a place', () => {
  let app: AlertApp
  before(async () => {
    app = await createAlertApp()
    const preferences = [
      { wind: { minGustKmh: 70.25 } },
      { wind: { minGustKmh: 70.3 } },
      { fog: true },
      { fog: true, leadHours: 3 },
      { fog: true },
      { fog: true, rain: { minMmPerHour: 2, minProbability: 0.61 } },
      { rain: { minMmPerHour: 2, minProbability: 0.6 } },
      { rain: { minMmPerHour: 2 } },
    ]
    for (const [n, alertPrefs] of preferences.entries()) await app.subscribe({ email: `p${n}@example.com`, ...BERLIN, alertPrefs })
  })
  after(() => app.close())

  it('contain each question once, whatever else the preferences say', async () => {
    const { subscriptions, questions } = await collectQuestions(CELL, buildAlertJobOptions(app))
    assert.equal(subscriptions, 8)
    const byHazard = questions.toSorted((a, b) => (buildQuestionKey(a) < buildQuestionKey(b) ? -1 : 1))
    assert.deepEqual(byHazard, [
      { hazard: 'fog', threshold: null },
      { hazard: 'rain', threshold: 2 },
      { hazard: 'rain', threshold: 2, minProbability: 0.6 },
      { hazard: 'wind', threshold: 70.3 },
    ])
  })

  it('are read page by page, with each preference on exactly one page', async () => {
    const { cells } = buildAlertJobOptions(app)
    const all: PlacePreferences[] = []
    for (
      let page = await cells.listDistinct(CELL, null, 1);
      page.length > 0;
      page = await cells.listDistinct(CELL, all.at(-1) ?? null, 1)
    ) {
      assert.ok(all.length < 8, 'the pages never end')
      all.push(...page)
    }
    assert.deepEqual(all.map(({ subscriptions }) => subscriptions).toSorted(), [1, 1, 1, 1, 1, 1, 2])
  })

  it('are empty if nobody subscribes to the place', async () => {
    assert.deepEqual(await collectQuestions(CELL + 1, buildAlertJobOptions(app)), { subscriptions: 0, questions: [] })
  })
})
