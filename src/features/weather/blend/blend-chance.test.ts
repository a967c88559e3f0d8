import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCalendarDay, toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { buildUnsignedActor } from '../../../admin/access/index.ts'
import { type CellBlend, encodeCellBlend, toBlendKey } from '../../../gateway/cell-blend.ts'
import { buildCellBlend } from '../../../gateway/testing/cell-blend.ts'
import { DAY_MS } from '../../../time.ts'
import { BLEND_PLACE } from './testing/measured.ts'

const PLACE = `lat=${BLEND_PLACE.lat}&lon=${BLEND_PLACE.lon}`
const NOW = '2026-07-01T12:00:00Z'
const CELL = toCell(BLEND_PLACE.lat, BLEND_PLACE.lon)

interface Point {
  readonly time: string
  readonly date: string
  readonly temperature: number
  readonly temperatureMax: number
  readonly precipitation: number | null
  readonly precipitationProbability: number | null
}

/** Stores what a blend knows of the place, as learning does: its source is 2° too warm, and too sure of rain, or nothing is known of that. */
async function putBlend(app: TestApp, changes: Partial<CellBlend>, knowsRain = true): Promise<void> {
  const now = app.clock.now()
  const blend = buildCellBlend(
    { openweather: 2 },
    { simulated: true, at: now, until: now + DAY_MS, ...changes },
    knowsRain ? { openweather: [-0.5, 0.5] } : undefined,
  )
  const value = encodeCellBlend(blend) ?? assert.fail('it has every band')
  await app.services.level.put([{ key: toBlendKey(CELL.id), value, expiresAt: now + DAY_MS }])
}

const setBlend = (app: TestApp, blend: 'auto' | 'on' | 'off') =>
  app.services.settings.update({ blend }, undefined, buildUnsignedActor('test'))

describe('200, where the chance of rain is proved and temperatures are not', () => {
  let app: TestApp
  let raw: readonly Point[]
  let rawDays: readonly Point[]
  before(async () => {
    app = await createTestApp({ now: NOW })
    await putBlend(app, { isProved: false })
    await setBlend(app, 'off')
    raw = await points('hourly', '&hours=120')
    rawDays = await points('daily')
    await setBlend(app, 'auto')
  })
  after(() => app.close())
  const points = async (scope: string, more = ''): Promise<readonly Point[]> =>
    (await app.get(`/api/weather?${PLACE}&scope=${scope}${more}`)).body.points

  it('hours have blended chances, days agree with them, and temperatures are as they came', async () => {
    const [hours, days, few] = [await points('hourly', '&hours=120'), await points('daily'), await points('hourly')]
    assert.ok(raw.some(({ precipitationProbability }) => (precipitationProbability ?? 0) > 0.3))
    assert.deepEqual(
      hours.map(({ temperature }) => temperature),
      raw.map(({ temperature }) => temperature),
    )
    assert.deepEqual(
      days.map(({ temperatureMax }) => temperatureMax),
      rawDays.map(({ temperatureMax }) => temperatureMax),
    )
    assert.notDeepEqual(
      hours.map((hour) => hour.precipitationProbability),
      raw.map((hour) => hour.precipitationProbability),
    )
    for (const [at, { precipitationProbability: chance, precipitation }] of hours.entries()) {
      assert.ok(chance !== null && chance < 1 && Math.abs(chance * 100 - Math.round(chance * 100)) < 1e-9, `${at}: ${chance}`)
      if ((precipitation ?? 0) >= 0.1) assert.ok(chance > 0)
    }
    assert.deepEqual(few, hours.slice(0, few.length))
    for (const [at, { date, precipitationProbability }] of days.slice(0, 5).entries()) {
      const own = hours.filter(({ time }) => toCalendarDay(Date.parse(time), 'Europe/Berlin') === date)
      for (const hour of own) assert.ok((hour.precipitationProbability ?? 0) <= (precipitationProbability ?? 0), `${date} ${hour.time}`)
      const stated = rawDays[at]?.precipitationProbability ?? 0
      // The source's own hours end after two days.
      if (stated > 0.5 && at < 2) assert.ok((precipitationProbability ?? 1) < stated, `${date}: ${stated}`)
    }
  })

  it('names the blend, and leaves temperatures to the source', async () => {
    const { body } = await app.get(`/api/weather?${PLACE}&scope=hourly`)
    const [{ source, fields }] = body.sources
    assert.deepEqual(
      [body.source, source, fields.includes('temperature'), fields.includes('precipitationProbability')],
      ['blend', 'openweather', true, false],
    )
    assert.equal((await app.get(`/api/weather?${PLACE}&scope=current`)).body.source, 'openweather')
  })

  it('is explained: whether it is on, why, and what each source stated and meant', async () => {
    const { points: shown, blend } = (await app.get(`/api/weather?${PLACE}&scope=hourly&explain=blend`)).body
    assert.deepEqual({ isOn: blend.isOn, reason: blend.reason }, { isOn: false, reason: 'not_proved' })
    assert.deepEqual(blend.chance, {
      isOn: true,
      reason: 'proved',
      since: '1970-01-01T00:00:00Z',
      missingDays: 0,
      skill: { days: 39, n: 900, difference: -0.02, low: -0.03, high: -0.01 },
    })
    for (const [at, { precipitationProbability, sources }] of blend.hours.entries()) {
      assert.ok(Math.abs(precipitationProbability - shown[at].precipitationProbability) <= 0.011)
      const { stated, meant, weight } = sources[0].chance
      assert.deepEqual([stated, weight], [raw[at]?.precipitationProbability, 1])
      assert.equal(meant, precipitationProbability)
    }
  })

  it('is off where operators switch it off or nothing is known of rain, and on where they switch it on', async () => {
    const explainChance = async () => (await app.get(`/api/weather?${PLACE}&scope=hourly&explain=blend`)).body.blend.chance
    await setBlend(app, 'off')
    assert.equal((await explainChance()).reason, 'switched_off')
    assert.deepEqual(await points('hourly', '&hours=120'), raw)
    app.clock.advance({ hours: 1 })
    await putBlend(app, { chance: { isProved: false, since: null, skill: { days: 12, n: 300, difference: null, low: null, high: null } } })
    await setBlend(app, 'auto')
    await app.get(`/api/weather?${PLACE}&scope=hourly`)
    await app.services.gateway.drain()
    const { isOn, reason, missingDays } = await explainChance()
    assert.deepEqual({ isOn, reason, missingDays }, { isOn: false, reason: 'too_few_days', missingDays: 18 })
    await setBlend(app, 'on')
    assert.equal((await explainChance()).reason, 'switched_on')
    app.clock.advance({ hours: 1 })
    await putBlend(app, {}, false)
    await app.get(`/api/weather?${PLACE}&scope=hourly`)
    await app.services.gateway.drain()
    const unknown = await explainChance()
    assert.deepEqual({ isOn: unknown.isOn, reason: unknown.reason }, { isOn: false, reason: 'nothing_learned' })
  })
})
