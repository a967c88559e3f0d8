import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Accuracy, getSourceAccuracy, findDailyLimit, describeMissingData, type SourceUsage } from './sources.ts'

describe('what a source lacks', () => {
  it('is said in words', () => {
    assert.equal(describeMissingData(['minutely', 'uvIndex', 'dewPoint', 'marine']), 'minutes, UV index, dew point, and the sea')
    assert.equal(describeMissingData(['alert']), 'alerts with the forecast')
    assert.equal(describeMissingData([]), null)
  })
})

describe('the accuracy of a source', () => {
  const STATION = { source: 'nws', kind: 'observation', station: null, isOwn: false }
  const OTHER = { source: 'b', kind: 'analysis', station: null, isOwn: false }
  const quantity = (changes: object) => ({
    source: 'a',
    variable: 'temperature',
    leadHours: 24,
    truth: OTHER,
    days: 40,
    scores: { mae: { value: 1.4 } },
    ...changes,
  })
  const rates = { pod: 0.7, far: 0.2 }
  const accuracy = (quantities: readonly object[], amounts: readonly object[] = []) =>
    ({ verification: { quantities, amounts }, attributions: [{ source: 'b', name: 'Beta' }] }) as unknown as Accuracy

  it('is that of the temperature a day ahead, against stations if there are any', () => {
    const found = accuracy([
      quantity({}),
      quantity({ leadHours: 48, scores: { mae: { value: 3 } } }),
      quantity({ variable: 'windSpeed', scores: { mae: { value: 2 } } }),
      quantity({ truth: STATION, scores: { mae: { value: 1.7 } } }),
      quantity({ source: 'b', scores: { mae: { value: 0.1 } } }),
    ])
    assert.deepEqual(getSourceAccuracy(found, 'a'), { temperature: 1.7, days: 40, truth: 'against stations', rain: null })
    assert.equal(getSourceAccuracy(accuracy([quantity({})]), 'a').truth, 'against the analysis of Beta')
    const own = quantity({ truth: { ...OTHER, source: 'a', isOwn: true } })
    assert.equal(getSourceAccuracy(accuracy([own]), 'a').truth, 'against its own analysis, which flatters it')
  })

  it('is unknown without enough days, and says how many there are', () => {
    assert.deepEqual(getSourceAccuracy(accuracy([quantity({ days: 12, scores: null })]), 'a'), {
      temperature: null,
      days: 12,
      truth: 'against the analysis of Beta',
      rain: null,
    })
    assert.deepEqual(getSourceAccuracy(accuracy([]), 'a'), { temperature: null, days: 0, truth: null, rain: null })
  })

  it('has the rain of a trace or more', () => {
    const amount = (thresholds: readonly object[]) => ({ source: 'a', leadHours: 24, truth: STATION, thresholds })
    const thresholds = [
      { leastMm: 1, scores: { pod: 0.1, far: 0.9 } },
      { leastMm: 0.2, scores: rates },
    ]
    assert.deepEqual(getSourceAccuracy(accuracy([], [amount(thresholds)]), 'a').rain, { found: 0.7, falseAlarms: 0.2 })
    assert.equal(getSourceAccuracy(accuracy([], [amount([{ leastMm: 0.2, scores: { pod: null, far: 0 } }])]), 'a').rain, null)
    assert.equal(getSourceAccuracy(accuracy([], [amount([{ leastMm: 0.2, scores: null }])]), 'a').rain, null)
  })
})

describe('the limit of a day', () => {
  const window = (windowSeconds: number, limit: number) => ({ windowSeconds, limit })
  const usage = (budgets: readonly object[]) => ({ products: [{ product: 'a/forecast' }], budgets }) as unknown as SourceUsage

  it('is that of the account that the weather is billed to', () => {
    const other = { products: ['a/tiles'], windows: [window(86_400, 5)] }
    const main = { products: ['a/air', 'a/forecast'], windows: [window(60, 1), window(86_400, 1_000)] }
    assert.equal(findDailyLimit(usage([other, main])), 1_000)
    assert.equal(findDailyLimit(usage([other])), null)
    assert.equal(findDailyLimit(usage([{ ...main, windows: [window(60, 1)] }])), null)
  })
})
