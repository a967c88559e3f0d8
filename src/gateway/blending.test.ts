import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type DailyPoint,
  dropContradictions,
  EMPTY_DAY,
  formatInstant,
  type HourlyPoint,
  NOTHING_MEASURED,
  type OnContradiction,
  type ScopeData,
  toCalendarDay,
  toCell,
} from '@isobar/weather'
import fc from 'fast-check'
import { createTestClock } from '../../test/helpers/clock.ts'
import { HOUR_MS } from '../time.ts'
import { type BlendMode, createBlending } from './blending.ts'
import { BLEND_SOURCE, type CellBlend } from './cell-blend.ts'
import type { CellEntry } from './cell-entry.ts'
import { buildRecords, parseRecordData, type ScopeRecord } from './record.ts'
import { buildCellBlend } from './testing/cell-blend.ts'

const CELL = toCell(52.52, 13.41)
const NOW = Date.parse('2026-07-01T12:00:00Z')
const ZONE = 'Europe/Berlin'

const hourAt = (hour: number, temperature: number): HourlyPoint => ({
  ...NOTHING_MEASURED,
  condition: 'clear',
  providerCode: null,
  time: formatInstant(NOW + hour * HOUR_MS),
  temperature,
  feelsLike: temperature,
  dewPoint: temperature - 0.5,
  humidity: 97,
  windSpeed: 2,
  precipitationProbability: null,
  isDay: true,
})
const dayOf = (date: string, low: number, high: number): DailyPoint => ({
  ...EMPTY_DAY,
  date,
  time: `${date}T00:00:00Z`,
  temperatureMin: low,
  temperatureMax: high,
})

/** The records of a fetch: today since midnight, two more days; always 20° by day and 10° by night. */
function fetched(source: string, fetchedAt = NOW, more = 0): ScopeRecord[] {
  const hours = Array.from({ length: 72 }, (_, index) => hourAt(index - 14, (index % 24 > 7 && index % 24 < 20 ? 20 : 10) + more))
  const points = ['2026-07-01', '2026-07-02', '2026-07-03'].map((date) => dayOf(date, 10 + more, 20 + more))
  return buildRecords(
    {
      timezone: ZONE,
      utcOffsetSeconds: 7_200,
      simulated: false,
      scopes: {
        hourly: { available: true, points: hours.slice(14, 62) },
        daily: { available: true, points },
        extended: { available: true, hours, days: points },
      },
    },
    source,
    fetchedAt,
  )
}

function entryOf(records: readonly ScopeRecord[], blend: CellBlend | undefined): CellEntry {
  const byScope = Object.groupBy(records, ({ scope }) => scope)
  return { records: byScope as CellEntry['records'], alerts: [], absentUntil: {}, ...(blend && { blend }) }
}

const find = <S extends ScopeRecord['scope']>(records: readonly ScopeRecord[], scope: S, source = 'a') =>
  records.find((record) => record.scope === scope && record.source === source) as unknown as ScopeRecord<S>

function blending(mode: BlendMode = 'auto') {
  const clock = createTestClock(formatInstant(NOW))
  return { clock, ...createBlending({ modeAt: () => mode, clock }) }
}

describe('records that are served', () => {
  const records = fetched('a')
  const proved = buildCellBlend({ a: 2 })

  it('stay as they came where the blend is off, not proved, over, of the other world or of another source', () => {
    const hourly = find(records, 'hourly')
    for (const [why, mode, blend] of [
      ['off', 'off', proved],
      ['unknown', 'on', undefined],
      ['not proved', 'auto', { ...proved, isProved: false }],
      ['over', 'on', { ...proved, until: NOW }],
      ['of the other world', 'on', { ...proved, simulated: true }],
      ['of another source', 'on', buildCellBlend({ b: 2 })],
      ['proved against another source', 'auto', { ...proved, first: 'b' }],
    ] as const)
      assert.equal(blending(mode).apply(CELL, entryOf(records, blend), hourly), hourly, why)
    assert.notEqual(blending('on').apply(CELL, entryOf(records, { ...proved, isProved: false, first: 'b' }), hourly), hourly)
    const without = records.filter(({ scope }) => scope !== 'extended')
    assert.equal(blending().apply(CELL, entryOf(without, proved), hourly), hourly, 'without a whole series')
    for (const [why, series] of [
      ['with another source’s', fetched('b')],
      ['with that of another fetch', fetched('a', NOW - HOUR_MS - 1)],
    ] as const)
      assert.equal(
        blending('on').apply(CELL, entryOf([...without, find(series, 'extended', series[0]?.source)], proved), hourly),
        hourly,
        why,
      )
  })

  it('have blended temperatures in every scope alike, and days that agree with their hours', () => {
    const { apply } = blending()
    const entry = entryOf(records, proved)
    const [hourly, daily, extended] = [
      apply(CELL, entry, find(records, 'hourly')),
      apply(CELL, entry, find(records, 'daily')),
      apply(CELL, entry, find(records, 'extended')),
    ]
    assert.deepEqual([hourly.source, daily.source, extended.source], [BLEND_SOURCE, BLEND_SOURCE, BLEND_SOURCE])
    const whole = new Map(parseRecordData(extended).hours.map(({ time, temperature }) => [time, temperature]))
    for (const { time, temperature, feelsLike, humidity, dewPoint } of parseRecordData(hourly).points) {
      assert.equal(temperature, whole.get(time))
      assert.ok((dewPoint ?? NaN) <= (temperature ?? NaN) && humidity === 100 && feelsLike !== null)
    }
    const days = parseRecordData(daily).points.map(({ temperatureMin, temperatureMax }) => [temperatureMin, temperatureMax])
    assert.deepEqual(days, [
      [8, 18],
      [8, 18],
      [8, 18],
    ])
    assert.deepEqual(parseRecordData(extended).days, parseRecordData(daily).points)
  })

  it('name all whose values are in them', () => {
    const both = [...records, ...fetched('b', NOW - HOUR_MS, -4).filter(({ scope }) => scope === 'hourly')]
    const blended = blending().apply(CELL, entryOf(both, buildCellBlend({ a: 2, b: -2 })), find(both, 'hourly'))
    assert.deepEqual(
      blended.blend?.of.map(({ source, fetchedAt, fields }) => [
        source,
        fetchedAt,
        fields.includes('temperature'),
        fields.includes('windSpeed'),
      ]),
      [
        ['a', NOW, false, true],
        ['b', NOW - HOUR_MS, true, false],
      ],
    )
    assert.deepEqual(blended.computed, ['feelsLike', 'humidity'])
    const old = fetched('b', NOW - 6 * HOUR_MS).filter(({ scope }) => scope === 'hourly')
    const alone = blending().apply(CELL, entryOf([...records, ...old], buildCellBlend({ a: 2, b: -2 })), find(records, 'hourly'))
    assert.deepEqual(
      alone.blend?.of.map(({ source }) => source),
      ['a'],
    )
  })

  it('are the same object while nothing of it changes, whatever the time, and another after', () => {
    const { apply, clock } = blending()
    const entry = entryOf(records, proved)
    const [hourly, first] = [find(records, 'hourly'), apply(CELL, entry, find(records, 'hourly'))]
    clock.advance({ minutes: 20 })
    assert.equal(apply(CELL, { ...entry }, hourly), first)
    const learned = apply(CELL, entryOf(records, { ...buildCellBlend({ a: 3 }), at: 2 }), hourly)
    assert.notEqual(learned, first)
    assert.deepEqual([first.blend?.at, learned.blend?.at], [1, 2])
    const other = fetched('b').filter(({ scope }) => scope === 'hourly')
    const [withOther, blend] = [[...records, ...other], buildCellBlend({ a: 2, b: 2 })]
    const second = apply(CELL, entryOf(withOther, blend), hourly)
    assert.notEqual(apply(CELL, entryOf(records, blend), hourly), second)
  })

  it('stay the same objects where another mode switches nothing', () => {
    const rainy = buildCellBlend({ a: 2 }, {}, { a: [0, 0.5] })
    const entry = entryOf(records, { ...rainy, chance: { ...rainy.chance, isProved: false } })
    const hourly = find(records, 'hourly')
    let mode: BlendMode = 'auto'
    const { apply } = createBlending({ modeAt: () => mode, clock: createTestClock(formatInstant(NOW)) })
    const auto = apply(CELL, entry, hourly)
    mode = 'off'
    assert.equal(apply(CELL, entry, hourly), hourly)
    mode = 'auto'
    assert.equal(apply(CELL, entry, hourly), auto)
  })

  it('of current weather, minutes, air and alerts are never blended', () => {
    const current = { ...find(records, 'hourly'), scope: 'current' } as unknown as ScopeRecord<'current'>
    assert.equal(blending('on').apply(CELL, entryOf(records, proved), current), current)
  })
})

describe('chances of rain that are served', () => {
  type Rain = readonly [chance: number | null, precipitation: number | null]
  /** The records of a fetch with a chance of rain and an amount for each hour, and for each day. */
  function rainy(source: string, ofHours: readonly Rain[], ofDays: readonly Rain[] = [], more = 0, fetchedAt = NOW): ScopeRecord[] {
    const hours = ofHours.map(([precipitationProbability, precipitation], index) => ({
      ...hourAt(index - 14, 10 + more),
      precipitationProbability,
      precipitation,
    }))
    const points = ['2026-07-01', '2026-07-02', '2026-07-03'].map((date, index) => {
      const [precipitationProbability = null, precipitation = null] = ofDays[index] ?? []
      return { ...dayOf(date, 10 + more, 10 + more), precipitationProbability, precipitation }
    })
    const scopes = {
      hourly: { available: true, points: hours.slice(14, 62) },
      daily: { available: true, points },
      extended: { available: true, hours, days: points },
    }
    return buildRecords({ timezone: ZONE, utcOffsetSeconds: 7_200, simulated: false, scopes }, source, fetchedAt)
  }

  const findHighest = (hours: readonly HourlyPoint[], date: string): number =>
    Math.max(
      0,
      ...hours
        .filter(({ time }) => toCalendarDay(Date.parse(time), ZONE) === date)
        .map(({ precipitationProbability }) => precipitationProbability ?? 0),
    )

  const dull = Array.from({ length: 72 }, (): Rain => [0.8, null])
  const known = buildCellBlend({ a: 2 }, {}, { a: [-1, 0.5] })
  /** Whether temperatures and chances are other than the source's, in each scope. */
  function changesOf(mode: BlendMode, blend: CellBlend) {
    const records = rainy('a', dull, [[0.9, null]])
    const { apply } = blending(mode)
    const hourly = apply(CELL, entryOf(records, blend), find(records, 'hourly'))
    const [hour] = parseRecordData(hourly).points
    const [day] = parseRecordData(apply(CELL, entryOf(records, blend), find(records, 'daily'))).points
    return {
      temperature: [hour?.temperature !== 10, day?.temperatureMax !== 10],
      chance: [hour?.precipitationProbability !== 0.8, day?.precipitationProbability !== 0.9],
      fields: hourly.blend?.of.map(({ fields }) =>
        ['temperature', 'precipitationProbability', 'precipitation'].filter((field) => fields.includes(field)),
      ),
      computed: hourly.computed,
    }
  }

  it('are blended where they are proved, whether or not temperatures are, and the other way round', () => {
    const [temperature, chance] = [{ isProved: false }, { chance: { ...known.chance, isProved: false } }]
    const both = { temperature: [true, true], chance: [true, true], fields: [['precipitation']], computed: ['feelsLike', 'humidity'] }
    assert.deepEqual(changesOf('auto', known), both)
    assert.deepEqual(changesOf('on', { ...known, ...temperature, ...chance }), both)
    assert.deepEqual(changesOf('auto', { ...known, ...temperature }), {
      ...both,
      temperature: [false, false],
      fields: [['temperature', 'precipitation']],
      computed: undefined,
    })
    assert.deepEqual(changesOf('auto', { ...known, ...chance }), {
      ...both,
      chance: [false, false],
      fields: [['precipitationProbability', 'precipitation']],
    })
    const records = rainy('a', dull)
    for (const [mode, blend] of [
      ['off', known],
      ['auto', { ...known, ...temperature, ...chance }],
    ] as const)
      assert.equal(blending(mode).apply(CELL, entryOf(records, blend), find(records, 'extended')), find(records, 'extended'))
  })

  it('are not blended where nothing is known of rain, nor where the source states none', () => {
    assert.deepEqual(changesOf('on', buildCellBlend({ a: 2 })).chance, [false, false])
    const records = rainy(
      'a',
      dull.map(() => [null, 1]),
      [[null, 3]],
    )
    const blend = { ...known, isProved: false }
    assert.equal(blending().apply(CELL, entryOf(records, blend), find(records, 'hourly')), find(records, 'hourly'))
  })

  it('name a source whose chance went in, where its temperature does not', () => {
    const other = rainy(
      'b',
      dull.map(() => [0.1, null]),
      [],
      0,
      NOW - HOUR_MS,
    ).filter(({ scope }) => scope === 'hourly')
    const records = [...rainy('a', dull), ...other]
    const blend = buildCellBlend({ a: 2, b: 0 }, { isProved: false }, { a: [0, 1], b: [0, 1] })
    const { blend: made, json } = blending().apply(CELL, entryOf(records, blend), find(records, 'hourly'))
    assert.deepEqual(
      made?.of.map(({ source, fields }) => [source, fields.includes('precipitationProbability')]),
      [
        ['a', false],
        ['b', true],
      ],
    )
    assert.deepEqual(made?.of[1]?.fields, ['precipitationProbability'])
    // Half of each, on the logit scale.
    assert.match(String(json), /0\.4/)
  })

  it('agree in every scope, are never below their hours, break no rule, and stay unknown where they were', () => {
    const hundredths = fc.integer({ min: 0, max: 100 }).map((each) => each / 100)
    const aRain = fc.tuple(fc.option(hundredths, { nil: null }), fc.option(fc.constantFrom(0, 0.05, 0.1, 4), { nil: null }))
    const without: OnContradiction = () => undefined
    const agreeing = (pairs: readonly Rain[]): Rain[] =>
      pairs.map(([chance, precipitation]) => {
        const hour = dropContradictions({ ...hourAt(0, 10), precipitationProbability: chance, precipitation }, without)
        return [hour.precipitationProbability, hour.precipitation]
      })
    fc.assert(
      fc.property(
        fc.array(aRain, { minLength: 72, maxLength: 72 }),
        fc.array(aRain, { minLength: 3, maxLength: 3 }),
        fc.array(aRain, { minLength: 72, maxLength: 72 }),
        fc.tuple(fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true })),
        fc.boolean(),
        (ofHours, ofDays, ofOther, calibration, isTemperature) => {
          const other = rainy('b', agreeing(ofOther), [], 0, NOW - HOUR_MS).filter(({ scope }) => scope === 'hourly')
          const raw = [...rainy('a', agreeing(ofHours), agreeing(ofDays)), ...other]
          const blend = buildCellBlend({ a: 2, b: 0 }, { isProved: isTemperature }, { a: calibration, b: [0, 1] })
          const { apply } = blending()
          const [hourly, daily, extended] = (['hourly', 'daily', 'extended'] as const).map((scope) => {
            const record = apply(CELL, entryOf(raw, blend), find(raw, scope))
            return parseRecordData(record as ScopeRecord)
          }) as [ScopeData['hourly'], ScopeData['daily'], ScopeData['extended']]
          assert.deepEqual(extended.hours.slice(14, 62), hourly.points)
          assert.deepEqual(extended.days, daily.points)
          const before = parseRecordData(find(raw, 'extended'))
          for (const [at, hour] of extended.hours.entries()) {
            assert.equal(hour.precipitationProbability === null, before.hours[at]?.precipitationProbability === null)
            assert.equal(hour.precipitation, before.hours[at]?.precipitation)
          }
          for (const [at, day] of daily.points.entries()) {
            const wasAbove = findHighest(before.hours, day.date) <= (before.days[at]?.precipitationProbability ?? -1)
            if (wasAbove) assert.ok((day.precipitationProbability ?? -1) >= findHighest(extended.hours, day.date))
          }
          for (const point of [...extended.hours, ...daily.points])
            assert.equal(dropContradictions(point, without).precipitationProbability, point.precipitationProbability)
        },
      ),
    )
  })
})
