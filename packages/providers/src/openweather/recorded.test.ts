import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { decodeOneCall } from './schema.ts'
import { assertSame, type Element, listRecordedAnswers, toUnixSeconds } from './testing/recorded.ts'
import { transformOneCall } from './transform.ts'

describe('every recorded One Call answer', () => {
  const answers = listRecordedAnswers(/^onecall(?:3|25)_.*\.json$/)
  if (answers.length === 0) {
    it('is read', (t) => t.skip('the recorded answers are not here'))
    return
  }
  it('is there', () => assert.ok(answers.length >= 15))
  for (const { file, body } of answers)
    it(`${file}: each number is the upstream's`, () => {
      const raw = body as Element & { lat: number; timezone: string }
      const answer = decodeOneCall(raw, 0)
      assert.ok(answer !== null)
      const { scopes, timezone, utcOffsetSeconds } = transformOneCall(answer, toCell(raw.lat, 0))
      assert.deepEqual({ timezone, utcOffsetSeconds }, { timezone: raw.timezone, utcOffsetSeconds: raw['timezone_offset'] })

      assert.equal(scopes.current === undefined, raw['current'] === undefined)
      if (scopes.current !== undefined) assertSame('current', scopes.current, raw['current'])
      for (const block of ['hourly', 'daily'] as const) {
        const elements = raw[block] as unknown[] | undefined
        assert.equal(scopes[block]?.points.length, elements?.length)
        scopes[block]?.points.forEach((point, index) => assertSame(block, point, elements?.[index]))
      }
      const days = (raw['daily'] as { dt: number }[] | undefined) ?? []
      const local = new Intl.DateTimeFormat('sv-SE', { timeZone: raw.timezone, dateStyle: 'short' })
      assert.deepEqual(
        scopes.daily?.points.map((day) => day.date) ?? [],
        days.map((day) => local.format(day.dt * 1_000)),
      )

      const minutes = (raw['minutely'] as Element[] | undefined) ?? []
      assert.equal(scopes.minutely?.available, minutes.length > 0)
      assert.deepEqual(
        scopes.minutely?.points.map(({ time, precipitation }) => [toUnixSeconds(time), precipitation]),
        minutes.slice(0, 60).map((minute) => [minute['dt'], minute['precipitation']]),
      )

      const alerts = (raw['alerts'] as Element[] | undefined) ?? []
      const kept = scopes.alert?.alerts ?? []
      assert.equal(new Set(kept.map(({ id }) => id)).size, alerts.length)
      assert.deepEqual(
        kept.map((alert) => [alert.senderName ?? '', alert.event, toUnixSeconds(alert.start), toUnixSeconds(alert.end), alert.tags]),
        alerts.map((alert) => [alert['sender_name'], alert['event'], alert['start'], alert['end'], alert['tags'] ?? []]),
      )
    })
})
