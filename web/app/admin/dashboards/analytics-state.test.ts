import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findSpan, findVisitFilter, parseAnalyticsState } from './analytics-state.ts'

const NOW = Date.parse('2026-11-21T13:05:00Z')
const spanOf = (query: string) => {
  const span = findSpan(parseAnalyticsState(new URLSearchParams(query)), NOW)
  return span && { ...span, fromMs: new Date(span.fromMs).toISOString(), toMs: span.toMs && new Date(span.toMs).toISOString() }
}

it('an address says which time is shown: whole UTC days with the current one, or hours with the current one', () => {
  assert.equal(spanOf(''), null)
  assert.equal(spanOf('span=nonsense'), null)
  assert.deepEqual(spanOf('span=7d'), { period: 'day', fromMs: '2026-11-15T00:00:00.000Z', toMs: null, label: 'the 7 days before' })
  assert.deepEqual(spanOf('span=48h'), { period: 'hour', fromMs: '2026-11-19T14:00:00.000Z', toMs: null, label: 'the 2 days before' })
  assert.deepEqual(spanOf('span=48h&country=DE')?.period, 'day')
})

it('own dates are both included; the last may be today', () => {
  const own = (from: string, to: string) => spanOf(`span=own&from=${from}&to=${to}`)
  assert.deepEqual(own('2026-11-01', '2026-11-03'), {
    period: 'day',
    fromMs: '2026-11-01T00:00:00.000Z',
    toMs: '2026-11-04T00:00:00.000Z',
    label: 'the 3 days before',
  })
  assert.equal(own('2026-11-01', '2026-11-21')?.toMs, null)
  for (const [from, to] of [
    ['', '2026-11-01'],
    ['2026-11-03', '2026-11-01'],
    ['2026-13-01', '2026-11-01'],
  ] as const)
    assert.equal(own(from, to), null)
})

it('over several days one filter counts, and no page', () => {
  assert.deepEqual(findVisitFilter({ path: '/', country: 'DE', device: 'mobile' }), { country: 'DE' })
  assert.deepEqual(findVisitFilter({ path: '/' }), {})
})
