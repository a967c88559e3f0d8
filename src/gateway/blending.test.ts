import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DailyPoint, EMPTY_DAY, formatInstant, type HourlyPoint, NOTHING_MEASURED, toCell } from '@isobar/weather'
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

  it('of current weather, minutes, air and alerts are never blended', () => {
    const current = { ...find(records, 'hourly'), scope: 'current' } as unknown as ScopeRecord<'current'>
    assert.equal(blending('on').apply(CELL, entryOf(records, proved), current), current)
  })
})
