import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { watchExpiry } from '../../test/helpers/expiry-watch.ts'
import { createAnswerCheck } from './answers.ts'
import { playSourcesDay } from './day.ts'
import { createDelivered } from './delivered.ts'
import { PROVIDERS } from './outages.ts'
import { createTermsWatch } from './terms.ts'

it('a day with four sources that fail in turn: never dark, every value its source’s, every call a row, no terms broken', async (t) => {
  const { findings, ...figures } = await playSourcesDay({ hours: 24, viewsPerDay: 300, nodes: 2, seed: 1 })
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(findings, [])
  const { calls, rows, tokensUsed, bySource, values, supplied, used, expiry } = figures
  assert.equal(calls, rows)
  // Otherwise too little has happened for this test to prove anything.
  assert.ok(tokensUsed > 100 && tokensUsed < calls, `${tokensUsed} of ${calls} calls were waited for`)
  for (const source of PROVIDERS) assert.ok((bySource[source] ?? 0) > 20, `${source} was the source of ${bySource[source]} answers`)
  assert.ok(values > 10_000 && supplied > 1_000, `${supplied} of ${values} values were supplied`)
  assert.ok(used.some(({ most, limit }) => most === limit))
  assert.ok(expiry.confirmed > 0, `${expiry.calls} calls, none of them confirmed`)
})

describe('the observers notice', () => {
  const AT = Date.parse('2026-06-10T12:00:00Z')

  it('a value under another source’s name, of another place or of another hour', () => {
    const delivered = createDelivered()
    const hour = (dt: number, temp: number) => ({ dt: dt / 1_000, temp })
    const body = { hourly: [hour(AT, 12.3), hour(AT + 3_600_000, 14.5)] }
    delivered.note('openweather/onecall', '/data/3.0/onecall?lat=52.52&lon=13.41', JSON.stringify(body))
    const { check } = createAnswerCheck(delivered)
    const verdictOn = (change: object, point: object = {}) => {
      const points = [{ time: '2026-06-10T12:00:00Z', temperature: 12.3, ...point }]
      return check({ scope: 'hourly', lat: 52.52, lon: 13.41, source: 'openweather', fetchedAt: '2026-06-10T12:00:00Z', points, ...change })
    }
    assert.equal(verdictOn({}), null)
    assert.equal(verdictOn({ lat: 52.5249 }), null)
    assert.match(verdictOn({ source: 'open-meteo' }) ?? '', /temperature 12.3 .* was never sent by open-meteo/)
    assert.match(verdictOn({ sources: [{ source: 'nws', fields: ['temperature'] }] }) ?? '', /never sent by nws/)
    assert.match(verdictOn({ lat: 52.53 }) ?? '', /never sent/)
    assert.match(verdictOn({}, { temperature: 14.5 }) ?? '', /never sent/)
    assert.match(verdictOn({}, { temperature: 12.5 }) ?? '', /never sent/)
  })

  it('a call too many in a minute or a day, by the provider’s weights', () => {
    const terms = createTermsWatch({ 'open-meteo/forecast': { perMinute: 10, perDay: 100 } })
    const url = `/v1/forecast?hourly=${Array.from({ length: 60 }, (_, i) => `v${i}`).join()}`
    assert.equal(terms.hasRoom('open-meteo/forecast', AT), true)
    terms.note('open-meteo/forecast', url, AT)
    assert.equal(terms.hasRoom('open-meteo/forecast', AT), false)
    assert.equal(terms.hasRoom('open-meteo/forecast', AT + 60_000), true)
    terms.note('open-meteo/forecast', url, AT + 59_999)
    assert.deepEqual(
      terms.used().map(({ most, limit }) => [most, limit]),
      [
        [12, 100],
        [12, 10],
      ],
    )
  })

  it('a call before what was sent has expired, and one without a condition', () => {
    const { onCall, breaches } = watchExpiry()
    const call = (at: number, status: number | null) => {
      const headers = { expires: new Date(AT + 1_800_000).toUTCString(), 'last-modified': new Date(AT).toUTCString() }
      const record = { number: 1, at, product: 'met-norway/nowcast', method: 'GET', url: '/n', status, fault: null, mode: null }
      onCall(record, status === null ? null : { status, headers, body: '' })
    }
    call(AT, null)
    call(AT, 200)
    assert.deepEqual(breaches, [])
    call(AT + 1_799_000, null)
    assert.equal(breaches.length, 1)
    call(AT + 1_800_000, null)
    call(AT + 1_800_000, 304)
    assert.equal(breaches.length, 1)
    call(AT + 1_800_000, 200)
    assert.match(breaches[1] ?? '', /unconditionally/)
  })
})
