import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CONDITIONS,
  type CellScope,
  EMPTY_DAY,
  type HourlyPoint,
  NOTHING_MEASURED,
  STORED_SCOPES,
  type ScopeData,
  findZoneOffsetSeconds,
  formatInstant,
} from '@isobar/weather'
import fc from 'fast-check'
import { buildTestAlert } from '../../packages/weather/src/hazards/testing/alert.ts'
import { isThorough } from '../../test/helpers/thorough.ts'
import { parseAlertEntry } from './alert-entries.ts'
import { parseRecordData, decodeRecord, encodeRecord, buildRecords } from './record.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const HOUR_MS = 3_600_000
const hourAt = (index: number, change: Partial<HourlyPoint> = {}): HourlyPoint => ({
  time: formatInstant(NOW + index * HOUR_MS),
  ...NOTHING_MEASURED,
  condition: 'rain',
  providerCode: 500,
  temperature: 20 + index / 10,
  feelsLike: null,
  precipitationProbability: 0.25,
  isDay: index % 24 < 12,
  ...change,
})
const day = { ...EMPTY_DAY, date: '2026-07-01', time: '2026-07-01T00:00:00Z', temperatureMax: 25, sunrise: '2026-07-01T03:00:00Z' }
const DATA: { readonly [S in CellScope]: ScopeData[S] } = {
  current: { ...hourAt(0), kind: 'analysis', observedAt: '2026-07-01T12:00:00Z', sunrise: null, sunset: null } as ScopeData['current'],
  hourly: { available: true, points: [hourAt(0), hourAt(1)] },
  daily: { available: true, points: [day] },
  minutely: { available: true, points: [{ time: '2026-07-01T12:00:00Z', precipitation: 0 }] },
  air: { available: false, points: [] },
  marine: { available: false, points: [] },
  alert: { alerts: [buildTestAlert({ event: 'Flood' })] },
  extended: { available: true, hours: [hourAt(-3), hourAt(0), hourAt(1, { stepHours: 6, condition: null })], days: [day] },
}
const RECORDS = buildRecords({ timezone: 'Europe/Berlin', utcOffsetSeconds: 7_200, simulated: false, scopes: DATA }, 'met-norway', NOW)
const bytesOf = (scope: CellScope) => encodeRecord(RECORDS.find((record) => record.scope === scope) ?? assert.fail())

/** What a reader does with a record: none of it may throw. */
function use(bytes: Buffer, scope: CellScope): void {
  const record = decodeRecord(bytes, scope)
  if (record === null) return
  assert.equal(record.scope, scope)
  assert.notEqual(findZoneOffsetSeconds(record.timezone, NOW), null)
  new Date(record.fetchedAt).toISOString()
  const data = parseRecordData(record) as Partial<ScopeData[CellScope] & ScopeData['hourly'] & ScopeData['extended'] & ScopeData['alert']>
  const points = [...(data.points ?? []), ...(data.hours ?? []), ...(data.days ?? [])]
  assert.ok(points.length <= 1_000)
  for (const point of points) {
    assert.ok(!Number.isNaN(Date.parse(point.time)))
    for (const value of Object.values(point)) if (typeof value === 'number') assert.ok(Number.isFinite(value))
    if ('temperature' in point) assert.ok(point.condition === null || point.condition === undefined || CONDITIONS.includes(point.condition))
  }
  for (const alert of data.alerts ?? []) assert.ok([alert.event, alert.description, alert.start].every((text) => typeof text === 'string'))
}

describe('a stored record', () => {
  it('is read as it was written', () => {
    for (const record of RECORDS) {
      const again = decodeRecord(encodeRecord(record), record.scope) ?? assert.fail(record.scope)
      assert.deepEqual(again, record)
      // What falls by the minute is added when a record is made.
      const { fall: _fall, ...data } = parseRecordData(again) as ScopeData['minutely']
      assert.deepEqual(data, DATA[record.scope], record.scope)
    }
  })

  it('that is cut off anywhere is a miss', () => {
    for (const scope of STORED_SCOPES) {
      const bytes = bytesOf(scope)
      for (let length = 0; length < bytes.length; length += 1) assert.equal(decodeRecord(bytes.subarray(0, length), scope), null)
    }
  })

  it('with any bytes changed is a miss, or a record that nothing trips over', () => {
    const change = fc.record({
      scope: fc.constantFrom(...STORED_SCOPES),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      by: fc.uint8Array({ minLength: 1, maxLength: 12 }),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const scope = changes[0]?.scope ?? 'current'
        const bytes = Buffer.from(bytesOf(scope))
        for (const { at, by } of changes) bytes.set(by.slice(0, bytes.length), Math.floor(at * Math.max(0, bytes.length - by.length)))
        use(bytes, scope)
      }),
      { numRuns: isThorough ? 2_000 : 200 },
    )
  })

  it('with any value of its JSON replaced by any other is a miss, or a record that nothing trips over', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STORED_SCOPES),
        fc.nat(),
        fc.jsonValue({ maxDepth: 2 }),
        fc.boolean(),
        (scope, which, value, inHead) => {
          const [head = '', body = ''] = bytesOf(scope).toString().split('\n')
          const replaced = (text: string) => JSON.stringify(replaceNth(JSON.parse(text), which, value))
          use(Buffer.from(inHead ? `${replaced(head)}\n${body}` : `${head}\n${replaced(body)}`), scope)
        },
      ),
      { numRuns: isThorough ? 3_000 : 300 },
    )
  })

  it('of nothing but random bytes is a miss', () => {
    const [head = ''] = bytesOf('hourly').toString().split('\n')
    fc.assert(
      fc.property(fc.constantFrom(...STORED_SCOPES), fc.uint8Array({ maxLength: 300 }), fc.boolean(), (scope, bytes, hasHead) => {
        const random = Buffer.from(bytes)
        assert.equal(decodeRecord(hasHead ? Buffer.concat([Buffer.from(`${head}\n`), random]) : random, scope), null)
      }),
    )
  })

  const hostile: readonly (readonly [name: string, scope: CellScope, change: (body: string) => string])[] = [
    ['a number beyond all numbers', 'hourly', (body) => body.replace('"temperature":20', '"temperature":1e999')],
    ['a time that is none', 'hourly', (body) => body.replace('2026-07-01T12', '2026-13-01T12')],
    ['a day that the calendar has not', 'daily', (body) => body.replace('"date":"2026-07-01"', '"date":"2026-02-31"')],
    ['a condition that nobody knows', 'current', (body) => body.replace('"condition":"rain"', '"condition":"frogs"')],
    [
      'more points than any series has',
      'minutely',
      (body) => body.replace(/\[.*\]/, `[${Array.from({ length: 2_000 }, () => '{"time":"2026-07-01T12:00:00Z"}').join()}]`),
    ],
    ['columns of different lengths', 'extended', (body) => body.replace('"temperature":[', '"temperature":[1,')],
    ['an index beyond its values', 'extended', (body) => body.replace('"at":[0', '"at":[7')],
    ['hours that run backwards', 'extended', (body) => body.replace(',180,', ',-180,')],
    ['a step of a year', 'extended', (body) => body.replace('"stepHours":[null,null,6]', '"stepHours":[null,null,8760]')],
    ['points that are text', 'air', (body) => body.replace('[]', '"points"')],
    ['an alert without its event', 'alert', (body) => body.replace('"event":"Flood"', '"event":7')],
  ]
  for (const [name, scope, change] of hostile) {
    it(`with ${name} is a miss`, () => {
      const [head = '', body = ''] = bytesOf(scope).toString().split('\n')
      const changed = change(body)
      assert.notEqual(changed, body)
      assert.equal(decodeRecord(Buffer.from(`${head}\n${changed}`), scope), null)
    })
  }

  const bounded: readonly (readonly [
    name: string,
    scope: CellScope,
    change: (text: string, value: number) => string,
    least: number,
    most: number,
  ])[] = [
    ['hours in a step', 'hourly', (text, value) => text.replace('"condition":', `"stepHours":${value},"condition":`), 1, 24],
    [
      'an index',
      'air',
      (text, value) =>
        text.replace('[]', `[{"time":"2026-07-01T12:00:00Z","usIndex":{"value":${value},"category":"good","pollutant":"o3"}}]`),
      0,
      99_999,
    ],
    [
      'seconds from UTC',
      'hourly',
      (text, value) => text.replace('"utcOffsetSeconds":7200', `"utcOffsetSeconds":${value}`),
      -86_399,
      86_399,
    ],
  ]
  for (const [name, scope, change, least, most] of bounded) {
    it(`has ${name} of ${least} to ${most}, and is a miss with any other`, () => {
      const isRead = (value: number) => decodeRecord(Buffer.from(change(bytesOf(scope).toString(), value)), scope) !== null
      assert.deepEqual([least - 1, least, least + 0.5, most, most + 1].filter(isRead), [least, most])
    })
  }

  it('with a clock that the runtime does not know is a miss', () => {
    const bytes = bytesOf('hourly').toString().replace('Europe/Berlin', 'Europe/Atlantis')
    assert.equal(decodeRecord(Buffer.from(bytes), 'hourly'), null)
  })
})

describe('a stored alert', () => {
  it('of any bytes is unknown, or one that nothing trips over', () => {
    const stored = JSON.stringify({ alert: buildTestAlert({ event: 'Flood' }), cellId: 7, simulated: false, fetchedAt: NOW })
    assert.equal(parseAlertEntry(Buffer.from(stored))?.alert.event, 'Flood')
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue({ maxDepth: 2 }), (which, value) => {
        const found = parseAlertEntry(Buffer.from(JSON.stringify(replaceNth(JSON.parse(stored), which, value))))
        if (found !== undefined) assert.ok(typeof found.alert.event === 'string' && !Number.isNaN(Date.parse(found.alert.start)))
      }),
      { numRuns: isThorough ? 2_000 : 200 },
    )
    fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.equal(parseAlertEntry(Buffer.from(bytes)), undefined)))
  })
})

/** The same JSON with one of its values, counted in the order of a walk through all of them, replaced. */
function replaceNth(json: unknown, which: number, value: unknown): unknown {
  let count = 0
  const countAll = (of: unknown): number =>
    1 + (typeof of === 'object' && of !== null ? Object.values(of).reduce((sum: number, each) => sum + countAll(each), 0) : 0)
  const nth = which % countAll(json)
  const walk = (of: unknown): unknown => {
    if (count++ === nth) return value
    if (Array.isArray(of)) return of.map(walk)
    return typeof of === 'object' && of !== null ? Object.fromEntries(Object.entries(of).map(([name, each]) => [name, walk(each)])) : of
  }
  return walk(json)
}
