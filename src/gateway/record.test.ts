import assert from 'node:assert/strict'
import { it } from 'node:test'
import { alertsIn, dataOf, decodeRecord, encodeRecord, recordsOf } from './record.ts'

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

it('a record keeps provenance and data when encoded and decoded', () => {
  for (const record of recordsOf(bundle, 'openweather', now)) {
    const again = decodeRecord(encodeRecord(record), record.scope)
    assert.deepEqual(again, record)
    assert.deepEqual(again && dataOf(again), bundle.scopes[record.scope as 'minutely' | 'alert'])
  }
})

it('a record references only its own bytes, however it was created, because caches count nothing else', () => {
  for (const record of recordsOf(bundle, 'openweather', now)) {
    for (const { json } of [record, decodeRecord(encodeRecord(record), record.scope) ?? assert.fail()])
      assert.equal(json.buffer.byteLength, json.length)
  }
})

it('a record marks a series that the source lacks as unavailable', () => {
  assert.deepEqual(
    recordsOf(bundle, 'openweather', now).map(({ scope, available }) => [scope, available]),
    [
      ['minutely', false],
      ['alert', true],
    ],
  )
})

it('bytes of another shape decode to null', () => {
  assert.equal(decodeRecord(Buffer.from(''), 'current'), null)
  assert.equal(decodeRecord(Buffer.from('not json\n{}'), 'current'), null)
  for (const shape of [0, 2, 3, 5]) assert.equal(decodeRecord(Buffer.from(`{"scope":"current","shape":${shape}}\n{}`), 'current'), null)
})

it('current weather of the previous release, which did not state its kind, is read as an analysis', () => {
  const [head, body] = ['{"scope":"current","source":"open-meteo","shape":1}', '{"temperature":20}']
  const record = decodeRecord(Buffer.from(`${head}\n${body}`), 'current') ?? assert.fail()
  assert.deepEqual(dataOf(record), { kind: 'analysis', temperature: 20 })
  assert.equal(decodeRecord(Buffer.from(`${head.replace('1}', '5}')}\n${body}`), 'current'), null)
})

it('records of the release before sources were told apart are what people were shown', () => {
  const decoded = (shape: number) => {
    const head = { scope: 'hourly', source: 'open-meteo', fetchedAt: now, shape }
    return decodeRecord(Buffer.from(`${JSON.stringify(head)}\n{}`), 'hourly')?.admittedAt
  }
  assert.deepEqual([1, 4].map(decoded), [now, undefined])
})

it('alerts are graded once: a record of a later shape is left as it is', () => {
  const json = JSON.stringify({ alerts: [{ event: 'Red wind warning', severity: 'unknown' }] })
  const severities = [1, 4].map((shape) => {
    const record = decodeRecord(Buffer.from(`{"scope":"alert","source":"a","shape":${shape}}\n${json}`), 'alert') ?? assert.fail()
    return alertsIn(record)[0]?.severity as string
  })
  assert.deepEqual(severities, ['extreme', 'unknown'])
})
