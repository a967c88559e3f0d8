import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCalendarDay } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { runVerification } from '../history/testing/compared.ts'
import { BLEND_PLACE, computeTrueTemperature, putMeasurements } from './testing/measured.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const DAYS = 44
const PLACE = `lat=${BLEND_PLACE.lat}&lon=${BLEND_PLACE.lon}`
const NO_ERRORS = { spread: 0.6, airBias: 0, airSpread: 0, correlation: 0.3, displacedDeg: 0, seed: 5 }

interface Explained {
  readonly isOn: boolean
  readonly reason: string
  readonly days: number
  readonly missingDays: number
  readonly skill: { readonly n: number; readonly difference: number | null; readonly high: number | null } | null
  readonly chance: Pick<Explained, 'isOn' | 'reason' | 'missingDays' | 'skill'>
  readonly hours: readonly {
    readonly time: string
    readonly precipitationProbability: number | null
    readonly temperature: number
    readonly low: number | null
    readonly sources: readonly {
      readonly source: string
      readonly temperature: number
      readonly subtracted: number
      readonly chance: { readonly stated: number; readonly meant: number } | null
    }[]
  }[]
}

/** A place that is asked for every six hours, whose station measures what really is, and whose first source is wrong by a known amount. */
describe('the blend of a place', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({
      now: new Date(START).toISOString(),
      env: { WEATHER_PROVIDERS: 'openweather', STATION_SOURCES: 'aviation-weather' },
    })
  })
  after(() => app.close())

  const explain = async (): Promise<Explained> => {
    const { status, body } = await app.get(`/api/weather?${PLACE}&scope=hourly&explain=blend`)
    assert.equal(status, 200)
    return body.blend
  }

  /** Lives from one day to another, and learns each day once it has ended. */
  async function live(fromDay: number, untilDay: number, bias: number): Promise<void> {
    app.simulator.setErrors([{ provider: 'openweather', bias, ...NO_ERRORS }])
    for (let day = fromDay; day < untilDay; day += 1) {
      await putMeasurements(app, START + day * DAY_MS, START + (day + 1) * DAY_MS)
      for (let hour = 0; hour < 24; hour += 6) {
        app.clock.set(new Date(START + day * DAY_MS + hour * HOUR_MS).toISOString())
        assert.equal((await app.get(`/api/weather?${PLACE}&scope=hourly`)).status, 200)
        await app.services.gateway.drain()
        await app.services.blend.flush()
      }
      app.clock.set(new Date(START + day * DAY_MS + 23 * HOUR_MS).toISOString())
      await app.services.history.archive.flush()
      await runVerification(app)
    }
  }

  it('is off until it is proved, and says what is missing', async () => {
    await live(0, 12, 2.5)
    const { isOn, reason, days, missingDays, hours } = await explain()
    assert.deepEqual({ isOn, reason }, { isOn: false, reason: 'too_few_days' })
    assert.ok(days >= 9 && missingDays >= 18 && missingDays < 30, `${days} ${missingDays}`)
    // It knows what is wrong before it may say so.
    const [source] = hours.at(20)?.sources ?? []
    assert.ok((source?.subtracted ?? 0) > 1 && (source?.subtracted ?? 9) < 3, `${source?.subtracted}`)
  })

  it('has a chance of rain with a proof of its own, of which it says what is missing', async () => {
    const { isOn, reason, missingDays, skill } = (await explain()).chance
    assert.deepEqual({ isOn, reason }, { isOn: false, reason: 'too_few_days' })
    assert.ok(missingDays >= 18 && missingDays < 30 && (skill?.n ?? 0) > 100, JSON.stringify({ missingDays, skill }))
  })

  it('is on once it is proved, and is nearer to what really is', async () => {
    await live(12, DAYS, 2.5)
    // What is stale by now is fetched behind the first answer: the next two are of the same records.
    await app.get(`/api/weather?${PLACE}&scope=hourly`)
    await app.services.gateway.drain()
    const explained = await explain()
    assert.deepEqual({ isOn: explained.isOn, reason: explained.reason }, { isOn: true, reason: 'proved' })
    assert.ok((explained.skill?.high ?? 1) < 0, JSON.stringify(explained.skill))
    const { body } = await app.get(`/api/weather?${PLACE}&scope=hourly`)
    assert.equal(body.source, 'blend')
    assert.deepEqual(body.sources[0].source, 'openweather')
    const errors = explained.hours.slice(1, 40).map(({ time, temperature, sources: [source] }) => {
      const truth = computeTrueTemperature(Date.parse(time))
      return [Math.abs(temperature - truth), Math.abs((source?.temperature ?? NaN) - truth)] as const
    })
    const mean = (which: 0 | 1) => errors.reduce((sum, each) => sum + each[which], 0) / errors.length
    assert.ok(mean(0) < 0.6 * mean(1), `${mean(0)} ${mean(1)}`)
    assert.ok(explained.hours[20]?.low !== null, 'there is a band')
    // What is shown is what is explained, to a tenth.
    for (const [index, { temperature }] of body.points.slice(0, 30).entries())
      assert.ok(Math.abs(temperature - (explained.hours[index]?.temperature ?? NaN)) < 0.056, `hour ${index}`)
  })

  it('has chances of rain that mean what they say once that is proved, and days that agree with their hours', async () => {
    const explained = await explain()
    const { isOn, reason, skill } = explained.chance
    assert.deepEqual({ isOn, reason }, { isOn: true, reason: 'proved' }, JSON.stringify(skill))
    assert.ok((skill?.high ?? 1) < 0, JSON.stringify(skill))
    const sure = explained.hours.flatMap(({ sources: [source] }) => ((source?.chance?.stated ?? 0) > 0.7 ? [source?.chance] : []))
    // Three of twenty of the hours that are forecast to be wet are.
    for (const chance of sure) assert.ok((chance?.meant ?? 1) < 0.75 * (chance?.stated ?? 0), JSON.stringify(chance))
    const [hourly, daily] = [
      (await app.get(`/api/weather?${PLACE}&scope=hourly&hours=120`)).body.points,
      (await app.get(`/api/weather?${PLACE}&scope=daily`)).body.points,
    ]
    for (const { time, precipitationProbability } of explained.hours) {
      const shown = hourly.find((hour: { time: string }) => hour.time === time)?.precipitationProbability
      assert.ok(Math.abs(shown - (precipitationProbability ?? NaN)) <= 0.011, `${time}: ${shown} ${precipitationProbability}`)
    }
    for (const { date, precipitationProbability } of daily.slice(1, 5)) {
      const own = hourly.filter(({ time }: { time: string }) => toCalendarDay(Date.parse(time), 'Europe/Berlin') === date)
      for (const hour of own) assert.ok(hour.precipitationProbability <= precipitationProbability, `${date} ${hour.time}`)
    }
  })

  it('is nearer to how often it rains, by the score of verification, on the same hours', async () => {
    const { verification } = (await app.get(`/api/weather/accuracy?${PLACE}`)).body
    const own = verification.probabilities.filter(({ source }: { source: string }) => source === 'blend')
    const [comparison] = own.find(({ leadHours }: { leadHours: number }) => leadHours === 24).comparisons
    assert.equal(comparison.versus, 'openweather')
    assert.ok(comparison.difference.value < 0, JSON.stringify(comparison))
  })

  it('is compared with its source in the accuracy of the place, on the same hours', async () => {
    const { verification } = (await app.get(`/api/weather/accuracy?${PLACE}`)).body
    const own = verification.quantities.filter(
      ({ source, variable }: { source: string; variable: string }) => source === 'blend' && variable === 'temperature',
    )
    assert.ok(own.length >= 5, `${own.length}`)
    const [comparison] = own.find(({ leadHours }: { leadHours: number }) => leadHours === 24).comparisons
    assert.equal(comparison.versus, 'openweather')
    assert.equal(comparison.isDecided, true)
    assert.ok(comparison.difference.value < -1, JSON.stringify(comparison))
  })

  it('steps back when it stops being better, and says so', async () => {
    const before = await explain()
    assert.equal(before.isOn, true)
    // The source is mended: what was subtracted is wrong now, until that has been learned.
    await live(DAYS, DAYS + 6, 0)
    const { isOn, reason, skill } = await explain()
    assert.deepEqual({ isOn, reason }, { isOn: false, reason: 'not_proved' }, JSON.stringify(skill))
    assert.ok(app.logLines.some((line) => line.includes('proved to be better from now on, or not any more') && line.includes('"ended":1')))
    app.clock.set(new Date(START + (DAYS + 20) * DAY_MS).toISOString())
    const later = await explain()
    assert.deepEqual({ isOn: later.isOn, reason: later.reason }, { isOn: false, reason: 'outdated' })
    assert.equal((await app.get(`/api/weather?${PLACE}&scope=hourly`)).body.source, 'openweather')
  })
})
