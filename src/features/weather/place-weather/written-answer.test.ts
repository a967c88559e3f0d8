import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildFreshnessWindows } from '@isobar/weather'
import { buildTestObservation } from '../history/testing/fetched.ts'
import { buildTestPlaceWeather } from './testing/place-of.ts'
import { listCreditLinks, createWrittenAnswer } from './written-answer.ts'

const NOON = '2026-07-01T12:00:00Z'
const NOW = Date.parse(NOON)
const OTHER = { name: 'B', url: 'https://b.example/' }

describe('an answer in the shape of another API', () => {
  it('credits each source once, whether it is of the weather or of what else is in the body', () => {
    const place = buildTestPlaceWeather({ timezone: 'UTC', utcOffsetSeconds: 0, scopes: { current: buildTestObservation(NOON) } }, NOW)
    const credit = place.scopes.current?.attribution ?? assert.fail('no current weather')
    const headersWith = (tokensUsed: number) =>
      createWrittenAnswer(
        { body: '{}', links: listCreditLinks([OTHER, credit]) },
        {
          places: [place],
          parts: [{ fetchedAt: NOW, window: buildFreshnessWindows().current, layer: 'memory', freshness: 'fresh' }],
          cacheHit: tokensUsed === 0,
          tokensUsed,
          until: Infinity,
          onSent: () => undefined,
        },
      ).bytesAt(NOW).headers
    const headers = headersWith(0)
    assert.equal(headers[headers.indexOf('link') + 1], listCreditLinks([credit, OTHER]).join(', '))
    assert.ok(!headers.includes('x-tokens-used') && headers.includes('etag'))
    const paid = headersWith(2)
    assert.equal(paid[paid.indexOf('x-tokens-used') + 1], '2')
    assert.ok(!paid.includes('etag'), 'an answer that carries its cost is nobody else’s')
  })
})
