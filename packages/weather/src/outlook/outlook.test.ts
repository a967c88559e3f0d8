import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '../condition.ts'
import { ENGLISH } from '../testing/texts.ts'
import { HOUR_MS } from '../time.ts'
import { type OutlookWriter, writeOutlook, writePeriod } from './outlook-text.ts'
import { buildOutlook, type OutlookOptions, summarisePeriod } from './outlook.ts'
import type { ForecastStep } from './step.ts'

type Values = Partial<ForecastStep>
type Changes = Readonly<Record<number, Values>>

/** Ten o’clock, in UTC. */
const FROM = 10 * HOUR_MS
const DRY: Omit<ForecastStep, 'startMs' | 'endMs'> = {
  condition: null,
  temperature: 8,
  precipitation: 0,
  rain: 0,
  snow: 0,
  precipitationProbability: 0,
  windSpeed: 3,
  windGust: null,
}
const wet = (precipitation: number, change: Values = {}): Values => ({
  precipitation,
  rain: precipitation,
  precipitationProbability: 0.9,
  ...change,
})
const snowy = (precipitation: number, change: Values = {}): Values => wet(precipitation, { rain: 0, snow: precipitation, ...change })
const WRITER: OutlookWriter = {
  t: ENGLISH.t,
  time: (atMs) => new Date(atMs).toISOString().slice(11, 16),
  water: (mm) => `${mm.toFixed(1)} mm`,
  snowDepth: (mm) => (mm < 1 ? null : `${(mm / 10).toFixed(1)} cm`),
  speed: (mps) => `${mps} m/s`,
  degrees: (celsius) => `${celsius}°`,
  share: (share) => `${Math.round(100 * share)}%`,
}

/** Hours, dry but for those given by their number. */
const hoursWith = (changes: Changes, count = 24): ForecastStep[] =>
  Array.from({ length: count }, (_, at) => ({ ...DRY, startMs: FROM + at * HOUR_MS, endMs: FROM + (at + 1) * HOUR_MS, ...changes[at] }))
const alike = (values: Values, count = 24): Changes => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, values]))
const write = (steps: readonly ForecastStep[], options: Partial<OutlookOptions> = {}) =>
  writeOutlook(buildOutlook(steps, { now: FROM, ...options }), FROM, WRITER)
const of = (changes: Changes, count?: number): string[] => write(hoursWith(changes, count))
const DRY_ALL_DAY = 'Dry for the next 24 hours.'

describe('an outlook', () => {
  it('says when what falls begins, ends, or lasts', () => {
    assert.deepEqual(of({ 5: wet(2), 6: wet(4.4) }), ['Rain from 15:00, 6.4 mm by 17:00.'])
    assert.deepEqual(of({ 0: wet(1), 1: wet(1.5) }), ['Light rain until 12:00, another 2.5 mm.'])
    assert.deepEqual(of({ 0: wet(1), 1: wet(1) }, 2), ['Light rain until 12:00, another 2.0 mm.'])
    assert.deepEqual(of(alike(wet(1))), ['Light rain for the next 24 hours, 24.0 mm.'])
    assert.deepEqual(of(alike({ condition: 'light_rain', precipitationProbability: null })), ['Light rain for the next 24 hours.'])
    assert.deepEqual(of({ 0: { condition: 'fog' }, 1: { condition: 'fog' } }), ['Fog until 12:00.', DRY_ALL_DAY])
    assert.deepEqual(of(alike(wet(1), 26), 26), ['Light rain for the next 24 hours, 24.0 mm.'], 'of a day, whatever is known')
  })

  it('says how sure that is', () => {
    const doubtful = { precipitationProbability: 0.4 }
    const chance = (precipitationProbability: number | null) => of({ 5: wet(1, { precipitationProbability }) })
    assert.deepEqual(chance(0.59), ['Light rain possible from 15:00 to 16:00 (59%, 1.0 mm).'])
    assert.deepEqual(chance(0.6), ['Light rain from 15:00, 1.0 mm by 16:00.'])
    assert.deepEqual(chance(null), ['Light rain from 15:00, 1.0 mm by 16:00.'])
    assert.deepEqual(of({ 0: wet(1, doubtful) }), ['Light rain possible until 11:00 (40%, 1.0 mm).'])
    assert.deepEqual(of(alike(wet(1, { precipitationProbability: 0.1 }))), ['Light rain possible for the next 24 hours (34%, 24.0 mm).'])
    assert.deepEqual(of({ 5: snowy(1, doubtful) }), ['Snow possible from 15:00 to 16:00 (40%, about 0.5 cm, 1.0 mm as water).'])
    assert.deepEqual(of({ 2: wet(3), 3: wet(12, { precipitationProbability: 0.1 }) }), [
      'Rain from 12:00, 15.0 mm by 14:00.',
      'Heavy rain possible from 13:00 to 14:00 (10%).',
    ])
  })

  it('counts a pause of an hour, not of two', () => {
    assert.deepEqual(of({ 2: wet(1), 4: wet(1) }), ['Light rain from 12:00, 2.0 mm by 15:00.'])
    assert.deepEqual(of({ 2: wet(1), 5: wet(1) }), ['Light rain from 12:00, 1.0 mm by 13:00.', 'Light rain from 15:00, 1.0 mm by 16:00.'])
    assert.deepEqual(of({ 1: wet(0.05), 2: wet(1), 3: wet(0.05), 4: wet(1), 5: wet(0.05) }), ['Light rain from 12:00, 2.0 mm by 15:00.'])
  })

  it('begins with the worst, then the next, however late they come', () => {
    assert.deepEqual(of({ 1: wet(0.2), 12: wet(14), 20: wet(3) }), [
      'Heavy rain from 22:00, 14.0 mm by 23:00.',
      'Rain from 06:00, 3.0 mm by 07:00.',
    ])
    assert.deepEqual(of({ 1: wet(3), 20: { windGust: 36 } }), ['Gusts of up to 36 m/s around 06:00.', 'Rain from 11:00, 3.0 mm by 12:00.'])
    assert.deepEqual(of({ 3: { condition: 'tornado' } }), ['Tornado from 13:00 to 14:00.', DRY_ALL_DAY])
    assert.deepEqual(of({ 1: wet(1), 5: wet(2), 9: wet(1.5) }), [
      'Light rain from 15:00, 2.0 mm by 16:00.',
      'Light rain from 19:00, 1.5 mm by 20:00.',
    ])
  })

  it('says a third spell that is wetter than those said by more than a class', () => {
    const ice = wet(0.4, { condition: 'freezing_rain' })
    const firstTwo = ['Freezing rain from 11:00, 0.4 mm by 12:00.', 'Freezing rain from 18:00, 0.4 mm by 19:00.']
    assert.deepEqual(of({ 1: ice, 8: ice, 15: wet(12) }), [...firstTwo, 'Heavy rain from 01:00, 12.0 mm by 02:00.'])
    assert.deepEqual(of({ 1: ice, 8: ice, 15: wet(4) }), firstTwo)
    // A name says no class, whatever falls.
    const more = { ...ice, ...wet(4) }
    assert.equal(of({ 1: more, 8: more, 15: wet(12) })[2], 'Heavy rain from 01:00, 12.0 mm by 02:00.')
    const [squall, ash] = [{ condition: 'squall' }, { condition: 'ash' }] as const
    const dryTwo = ['Squalls from 11:00 to 12:00.', 'Volcanic ash from 18:00 to 19:00.']
    assert.deepEqual(of({ 1: squall, 8: ash, 15: wet(1) }), dryTwo)
    assert.deepEqual(of({ 1: squall, 8: ash, 15: wet(3) }), [...dryTwo, 'Rain from 01:00, 3.0 mm by 02:00.'])
  })

  it('names the heaviest part of a spell', () => {
    assert.deepEqual(of({ 2: wet(1), 3: wet(12), 4: wet(1) }), ['Rain from 12:00, 14.0 mm by 15:00.', 'Heavy rain from 13:00 to 14:00.'])
    assert.deepEqual(of({ 2: wet(11), 3: wet(1), 4: wet(12) }), [
      'Rain from 12:00, 24.0 mm by 15:00.',
      'Heavy rain at times between 12:00 and 15:00.',
    ])
    assert.deepEqual(of({ 2: wet(12), 3: wet(55) }), ['Heavy rain from 12:00, 67.0 mm by 14:00.', 'Very heavy rain from 13:00 to 14:00.'])
    assert.deepEqual(of({ 2: wet(12), 3: wet(11) }), ['Heavy rain from 12:00, 23.0 mm by 14:00.'])
  })

  it('names what falls, as far as it is known', () => {
    const unknown = { rain: null, snow: null }
    assert.deepEqual(of({ 2: snowy(1) }), ['Snow from 12:00, about 0.5 cm (1.0 mm as water) by 13:00.'])
    assert.deepEqual(of({ 2: snowy(0.1) }), ['Light snow from 12:00, 0.1 mm as water by 13:00.'])
    assert.deepEqual(of({ 2: wet(1), 3: snowy(1, { temperature: 1 }) }), [
      'Rain and snow from 12:00, 2.0 mm as water with about 0.7 cm of snow by 14:00.',
    ])
    assert.deepEqual(of({ 2: wet(1, { ...unknown, temperature: 4 }) }), ['Light precipitation from 12:00, 1.0 mm by 13:00.'])
    assert.deepEqual(of({ 2: wet(1, { ...unknown, temperature: 20 }) }), ['Light rain from 12:00, 1.0 mm by 13:00.'])
    assert.deepEqual(of({ 2: wet(1, unknown), 3: wet(1, { ...unknown, temperature: 4 }) }), ['Light rain from 12:00, 2.0 mm by 14:00.'])
  })

  it('names thunderstorms, ice and fog for themselves, with their water unless rain around them is said', () => {
    const storm = { condition: 'thunderstorm' } as const
    assert.deepEqual(of({ 2: wet(1), 3: wet(9, storm) }), [
      'Thunderstorm from 13:00, 9.0 mm by 14:00.',
      'Rain from 12:00, 10.0 mm by 14:00.',
    ])
    assert.deepEqual(of({ 3: wet(9, storm), 4: wet(1) }), [
      'Thunderstorm from 13:00, 9.0 mm by 14:00.',
      'Rain from 13:00, 10.0 mm by 15:00.',
    ])
    assert.deepEqual(of({ 3: wet(9, storm) }), ['Thunderstorm from 13:00, 9.0 mm by 14:00.'])
    assert.deepEqual(of({ 3: { ...storm, precipitation: null, rain: null, snow: null } }), [
      'Thunderstorm possible from 13:00 to 14:00 (0%).',
    ])
    assert.deepEqual(of({ 3: { ...storm, precipitationProbability: null } }), ['Thunderstorm from 13:00 to 14:00.'])
  })

  it('uses the word of the source where it is stronger than the amount', () => {
    assert.deepEqual(of({ 3: wet(4, { condition: 'heavy_rain' }) }), ['Heavy rain from 13:00, 4.0 mm by 14:00.'])
    assert.deepEqual(of({ 3: wet(12, { condition: 'light_rain' }) }), ['Heavy rain from 13:00, 12.0 mm by 14:00.'])
  })

  it('is dry only where every hour is known and all together are less than a trace', () => {
    assert.deepEqual(of({}), [DRY_ALL_DAY])
    assert.deepEqual(of({ 5: wet(0.09, { precipitationProbability: 0.2 }) }), [DRY_ALL_DAY])
    assert.deepEqual(of(alike(wet(0.05))), ['Light rain at times, 1.2 mm in all.'])
    assert.deepEqual(of(alike(wet(0.05, { precipitationProbability: 0.1 }))), ['Light rain possible (34%, 1.2 mm).'])
    assert.deepEqual(of({ 23: { precipitation: null, rain: null, snow: null } }), [])
    assert.deepEqual(of({}, 23), [])
    assert.deepEqual(write(hoursWith({}).filter((_, at) => at !== 7)), [])
    assert.deepEqual(write([]), [])
  })

  it('doubts that it is dry from a chance of three in ten on, and says that rain is possible from an even one on', () => {
    const likely = (precipitationProbability: number) => of({ 3: { precipitationProbability } })
    assert.deepEqual([likely(0.29), likely(0.3), likely(0.49)].flat(), [
      DRY_ALL_DAY,
      'Probably dry for the next 24 hours.',
      'Probably dry for the next 24 hours.',
    ])
    assert.deepEqual(likely(0.5), ['Rain possible (50%).'])
    assert.deepEqual(of({ 3: { precipitationProbability: 0.5, condition: 'sleet', precipitation: null } }), [
      'Light rain and snow possible from 13:00 to 14:00 (50%).',
    ])
  })

  it('does not deny what falls now', () => {
    const now = (current: Condition, changes: Changes = {}) => write(hoursWith(changes), { current })
    assert.deepEqual(now('heavy_rain'), ['Heavy rain now.', 'Dry after that.'])
    assert.deepEqual(now('light_rain'), ['Light rain now.', 'Dry after that.'])
    assert.deepEqual(now('freezing_rain', { 0: wet(1) }), ['Freezing rain now.', 'Light rain until 11:00, another 1.0 mm.'])
    assert.deepEqual(now('thunderstorm', { 0: wet(1), 1: wet(1) }), ['Thunderstorm now.', 'Light rain until 12:00, another 2.0 mm.'])
    assert.deepEqual(now('thunderstorm', { 0: { condition: 'thunderstorm' } }), ['Thunderstorm possible until 11:00 (0%).'])
    assert.deepEqual(now('heavy_rain', { 0: wet(1) }), ['Heavy rain now.', 'Light rain until 11:00, another 1.0 mm.'])
    assert.deepEqual(now('rain', { 0: wet(1) }), ['Light rain until 11:00, another 1.0 mm.'])
    assert.deepEqual(now('rain', { 1: wet(1) }), ['Rain now.', 'Light rain from 11:00, 1.0 mm by 12:00.'])
    for (const dry of ['overcast', 'fog'] as const) assert.deepEqual(now(dry), [DRY_ALL_DAY])
  })

  it('says the highest of wind and gusts, from a gale on', () => {
    const wind = (changes: Changes) => of(changes)[0]
    assert.equal(wind({ 4: { windSpeed: 17.2 } }), 'Wind of up to 17.2 m/s around 14:00.')
    assert.equal(wind({ 4: { windSpeed: 17.1 } }), DRY_ALL_DAY)
    assert.equal(wind({ 4: { windSpeed: 22, windGust: 22 } }), 'Gusts of up to 22 m/s around 14:00.')
    assert.equal(wind({ 4: { windSpeed: 22, windGust: 9 } }), 'Wind of up to 22 m/s around 14:00.')
    assert.equal(wind({ 0: { windSpeed: 18, windGust: 25 } }), 'Gusts of up to 25 m/s now.')
    assert.equal(wind({ 0: { windSpeed: 25 } }), 'Wind of up to 25 m/s now.')
    assert.equal(wind({ 4: { windGust: 20 }, 6: { windGust: 20 }, 8: { windGust: 19 } }), 'Gusts of up to 20 m/s around 14:00.')
  })

  it('says frost, else how tomorrow differs, where no gale blows', () => {
    const frost = { 18: { temperature: -2 }, 19: { temperature: -1 } }
    assert.deepEqual(of(frost), [DRY_ALL_DAY, 'Frost: down to -2° around 04:00.'])
    assert.deepEqual(of({ 18: { temperature: 0 } }), [DRY_ALL_DAY, 'Frost: down to 0° around 04:00.'])
    for (const temperature of [0, null]) assert.deepEqual(of({ ...frost, 0: { temperature } }), [DRY_ALL_DAY], 'it may be freezing already')
    const next = (highs: readonly [number | null, number | null], changes: Changes = {}) => write(hoursWith(changes), { highs })
    assert.deepEqual(next([8, 12]), [DRY_ALL_DAY, 'Warmer tomorrow, high 12°.'])
    assert.deepEqual(next([8, 4]), [DRY_ALL_DAY, 'Colder tomorrow, high 4°.'])
    for (const highs of [
      [8, 11.9],
      [null, 12],
      [8, null],
    ] as const)
      assert.deepEqual(next(highs), [DRY_ALL_DAY])
    assert.deepEqual(next([8, 12], frost).length, 2)
    assert.deepEqual(next([8, 12], { ...frost, 4: { windGust: 20 } }), ['Gusts of up to 20 m/s around 14:00.', DRY_ALL_DAY])
  })

  it('takes the length of longer steps', () => {
    const steps = [0, 1, 2, 3].map((at) => ({ ...DRY, startMs: FROM + 6 * at * HOUR_MS, endMs: FROM + 6 * (at + 1) * HOUR_MS }))
    assert.deepEqual(write(steps), [DRY_ALL_DAY])
    assert.deepEqual(write(steps.map((step, at) => (at === 1 ? { ...step, ...wet(12) } : step))), ['Rain from 16:00, 12.0 mm by 22:00.'])
  })

  it('says around when an hour is that ends at the time at which it begins, because clocks go back', () => {
    const writer = { ...WRITER, time: () => '02:00' }
    const outlook = (change: Values) => writeOutlook(buildOutlook(hoursWith({ 4: wet(3, change) }), { now: FROM }), FROM, writer)
    assert.deepEqual(outlook({}), ['Rain around 02:00.'])
    assert.deepEqual(outlook({ precipitationProbability: 0.4 }), ['Rain possible around 02:00 (40%, 3.0 mm).'])
  })
})

describe('a period that is named', () => {
  const say = (changes: Changes, isWhole = true, chance: number | null = null) =>
    writePeriod(summarisePeriod(hoursWith(changes, 12), isWhole, chance), WRITER)

  it('is one spell, however long its breaks, without times', () => {
    assert.deepEqual(say({ 0: wet(1), 9: wet(1) }), ['Light rain, 2.0 mm.'])
    assert.deepEqual(say({ 0: wet(1), 9: wet(12) }), ['Rain, 13.0 mm.', 'Heavy rain at times.'])
    assert.deepEqual(say({ 0: wet(3), 9: wet(12, { precipitationProbability: 0.1 }) }), ['Rain, 15.0 mm.', 'Heavy rain possible (10%).'])
    assert.deepEqual(say({ 0: { condition: 'fog' } }), ['Fog.', 'Dry.'])
    assert.deepEqual(say({ 2: { windGust: 20 } }), ['Gusts of up to 20 m/s.', 'Dry.'])
    assert.deepEqual(say({ 2: { windSpeed: 20 } }), ['Wind of up to 20 m/s.', 'Dry.'])
  })

  it('is dry only if all of it is known', () => {
    assert.deepEqual(say({}), ['Dry.'])
    assert.deepEqual(say({ 3: { precipitationProbability: 0.3 } }), ['Probably dry.'])
    assert.deepEqual(say({}, false), [])
  })

  it('is no surer than its own chance', () => {
    const rain = { 0: wet(1), 9: wet(1) }
    assert.deepEqual(say(rain, true, 0.5), ['Light rain possible (50%, 2.0 mm).'])
    assert.deepEqual(say({ 0: wet(1, { precipitationProbability: 0.4 }) }, true, 0.5), ['Light rain possible (40%, 1.0 mm).'])
    assert.deepEqual(say({ 0: wet(1, { precipitationProbability: null }) }, true, 0.5), ['Light rain, 1.0 mm.'])
  })
})
