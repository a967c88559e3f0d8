import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NOTHING_MEASURED } from '@isobar/weather'
import { buildTestAlert } from '../../packages/weather/src/hazards/testing/alert.ts'
import { listRecordAlerts, parseRecordData, decodeRecord, encodeRecord, buildRecords } from './record.ts'

const now = Date.parse('2026-07-01T12:00:00Z')
const bundle = {
  timezone: 'Europe/Berlin',
  utcOffsetSeconds: 7_200,
  simulated: true,
  scopes: {
    minutely: { available: false, points: [] },
    alert: { alerts: [] },
  },
}
const HOUR = {
  ...NOTHING_MEASURED,
  temperature: 20,
  feelsLike: null,
  precipitationProbability: null,
  condition: 'rain',
  providerCode: 500,
  isDay: true,
} as const

it('a record keeps provenance and data when encoded and decoded', () => {
  for (const record of buildRecords(bundle, 'openweather', now)) {
    const again = decodeRecord(encodeRecord(record), record.scope)
    assert.deepEqual(again, record)
    assert.deepEqual(again && parseRecordData(again), bundle.scopes[record.scope as 'minutely' | 'alert'])
  }
})

it('a record references only its own bytes, however it was created, because caches count nothing else', () => {
  for (const record of buildRecords(bundle, 'openweather', now)) {
    for (const { json } of [record, decodeRecord(encodeRecord(record), record.scope) ?? assert.fail()])
      assert.equal(json.buffer.byteLength, json.length)
  }
})

it('a record marks a series that the source lacks as unavailable', () => {
  assert.deepEqual(
    buildRecords(bundle, 'openweather', now).map(({ scope, available }) => [scope, available]),
    [
      ['minutely', false],
      ['alert', true],
    ],
  )
})

it('a record of hours lists the holes in them, and nothing if there are none', () => {
  const [first, second] = ['2026-07-01T13:00:00Z', '2026-07-01T14:00:00Z']
  const recordOf = (temperature: number | null) => {
    const points = [
      { ...HOUR, time: first, temperature },
      { ...HOUR, time: second },
    ]
    return buildRecords({ ...bundle, scopes: { hourly: { available: true, points } } }, 'openweather', now)[0]
  }
  assert.deepEqual([recordOf(null)?.holes, recordOf(20)?.holes], [[first], undefined])
})

it('bytes of another shape decode to null', () => {
  assert.equal(decodeRecord(Buffer.from(''), 'current'), null)
  assert.equal(decodeRecord(Buffer.from('not json\n{}'), 'current'), null)
  for (const shape of [0, 2, 3, 5]) assert.equal(decodeRecord(Buffer.from(`{"scope":"current","shape":${shape}}\n{}`), 'current'), null)
})

const HEAD = { source: 'open-meteo', simulated: false, fetchedAt: now, timezone: 'UTC', utcOffsetSeconds: 0, available: true }
const bytesOf = (head: object, body: string) => Buffer.from(`${JSON.stringify({ ...HEAD, ...head })}\n${body}`)

it('current weather of the previous release, which did not state its kind, is read as an analysis', () => {
  const body = '{"observedAt":"2026-07-01T12:00:00Z","temperature":20}'
  const record = decodeRecord(bytesOf({ shape: 1 }, body), 'current') ?? assert.fail()
  assert.deepEqual(parseRecordData(record), { kind: 'analysis', observedAt: '2026-07-01T12:00:00Z', temperature: 20 })
  assert.equal(decodeRecord(bytesOf({ shape: 5 }, body), 'current'), null)
})

it('records of the release before sources were told apart are what people were shown', () => {
  const decoded = (shape: number) => decodeRecord(bytesOf({ shape }, '{"available":true,"points":[]}'), 'hourly') ?? assert.fail()
  assert.deepEqual(
    [1, 4].map((shape) => decoded(shape).admittedAt),
    [now, undefined],
  )
})

it('alerts are graded once: a record of a later shape is left as it is', () => {
  const { severitySource: _, ...alert } = buildTestAlert({ event: 'Red wind warning', source: 'openweather' })
  const json = JSON.stringify({ alerts: [{ ...alert, severity: 'unknown' }] })
  const severities = [1, 4].map((shape) => {
    const record = decodeRecord(bytesOf({ shape }, json), 'alert') ?? assert.fail()
    return listRecordAlerts(record)[0]?.severity as string
  })
  assert.deepEqual(severities, ['extreme', 'unknown'])
})
