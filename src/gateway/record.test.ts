import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dataOf, decodeRecord, encodeRecord, recordsOf } from './record.ts'

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

it('keeps provenance and data through a round trip of bytes', () => {
  for (const record of recordsOf(bundle, 'openweather', now)) {
    const again = decodeRecord(encodeRecord(record))
    assert.deepEqual(again, record)
    assert.deepEqual(again && dataOf(again), bundle.scopes[record.scope as 'minutely' | 'alert'])
  }
})

it('holds on to its own bytes only, however it came about: caches count nothing else', () => {
  for (const record of recordsOf(bundle, 'openweather', now)) {
    for (const { json } of [record, decodeRecord(encodeRecord(record)) ?? assert.fail()]) assert.equal(json.buffer.byteLength, json.length)
  }
})

it('knows a series that the source does not have', () => {
  assert.deepEqual(
    recordsOf(bundle, 'openweather', now).map(({ scope, available }) => [scope, available]),
    [
      ['minutely', false],
      ['alert', true],
    ],
  )
})

it('gives up on bytes of another shape', () => {
  assert.equal(decodeRecord(Buffer.from('')), null)
  assert.equal(decodeRecord(Buffer.from('not json\n{}')), null)
  assert.equal(decodeRecord(Buffer.from('{"scope":"current","shape":0}\n{}')), null)
})

it('reads current weather of the release before, which did not say that it was computed', () => {
  const [head, body] = ['{"scope":"second_current","source":"open-meteo","shape":2}', '{"temperature":20}']
  const record = decodeRecord(Buffer.from(`${head}\n${body}`)) ?? assert.fail()
  assert.deepEqual(dataOf(record), { kind: 'analysis', temperature: 20 })
  assert.equal(decodeRecord(Buffer.from(`${head.replace('2}', '4}')}\n${body}`)), null)
})
