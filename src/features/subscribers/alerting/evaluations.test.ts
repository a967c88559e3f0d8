import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { type AlertApp, BERLIN, createAlertApp, STORM, simulateStorm } from './testing/alert-app.ts'
import { buildAlertJobOptions } from './testing/job-options.ts'

const CELL = toCell(BERLIN.cityLat, BERLIN.cityLon).id

describe('a stored evaluation of a place', () => {
  let app: AlertApp
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T06:20:00Z' })
    await app.subscribe({ email: 'gale@example.com', ...BERLIN, alertPrefs: STORM })
  })
  after(() => app.close())

  const rows = async () => {
    const { rows: found } = await app.database.pool.query<{ times: number; text: string; bytes: number }>(
      `select cardinality(evaluated_at) as times, state::text as text, pg_column_size(e.*) as bytes from alert_evaluation e order by first_at`,
    )
    return found
  }
  const find = (at: string) => buildAlertJobOptions(app).events.findEvaluation(CELL, Date.parse(at))

  it('is not written by a dry run', async () => {
    await app.run('?dryRun=1')
    assert.deepEqual(await rows(), [])
  })

  it('is one row for runs with the same result', async () => {
    await app.run()
    app.clock.advance({ minutes: 5 })
    await app.run()
    assert.deepEqual(
      (await rows()).map(({ times }) => times),
      [2],
    )
    const kept = await find('2026-11-20T06:24:59Z')
    assert.deepEqual(
      { at: kept?.at, outcome: kept?.state.sources[0]?.outcome, forecasts: kept?.state.forecasts },
      { at: Date.parse('2026-11-20T06:20:00Z'), outcome: 'ok', forecasts: [] },
    )
    assert.equal((await find('2026-11-20T06:25:00Z'))?.at, Date.parse('2026-11-20T06:25:00Z'))
    assert.equal(await find('2026-11-20T06:19:59Z'), undefined)
  })

  it('is a new row for a changed state, without addresses, within 2 kB', async () => {
    simulateStorm(app, 2)
    app.clock.advance({ minutes: 61 })
    await app.run()
    const [, second] = await rows()
    const state = (await find('2026-11-20T07:26:00Z'))?.state
    assert.deepEqual(
      state?.forecasts.map(({ data }) => [data.hazard, data.start]),
      [['wind', '2026-11-20T09:00:00Z']],
    )
    assert.ok(second !== undefined && !second.text.includes('gale@'))
    assert.ok(second.bytes < 2_000, `${second.bytes} bytes`)
    await app.run()
    assert.equal((await rows()).length, 2)
  })

  it('starts a new row after a day even if nothing changes', async () => {
    app.feeds.dead = new Set(['openweather', 'open-meteo'])
    app.clock.advance({ hours: 30 })
    await app.run()
    const before = (await rows()).length
    for (const hours of [12, 12, 1]) {
      app.clock.advance({ hours })
      await app.run()
    }
    assert.deepEqual(
      (await rows()).slice(before - 1).map(({ times }) => times),
      [2, 2],
    )
  })

  it('is deleted after three days, or a day later', async () => {
    app.clock.advance({ hours: 75 })
    await app.run()
    assert.equal((await rows()).length, 2)
    app.clock.advance({ hours: 97 })
    await app.run()
    assert.equal((await rows()).length, 1)
  })
})
