import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freshnessWindows } from '../../../domain/freshness.ts'
import { current } from '../history/testing/fetched.ts'
import { placeOf } from './testing/place-of.ts'
import { creditLinks, writtenAnswer } from './written-answer.ts'

const NOON = '2026-07-01T12:00:00Z'
const NOW = Date.parse(NOON)
const OTHER = { name: 'B', url: 'https://b.example/' }

describe('an answer in the shape of another API', () => {
  it('credits each source once, whether it is of the weather or of what else is in the body', () => {
    const place = placeOf({ timezone: 'UTC', utcOffsetSeconds: 0, scopes: { current: current(NOON) } }, NOW)
    const credit = place.scopes.current?.attribution ?? assert.fail('no current weather')
    const { bytesAt } = writtenAnswer(
      { body: '{}', links: creditLinks([OTHER, credit]) },
      {
        places: [place],
        parts: [{ fetchedAt: NOW, window: freshnessWindows().current, layer: 'memory', freshness: 'fresh' }],
        cacheHit: true,
        tokensUsed: 0,
        until: Infinity,
        onSent: () => undefined,
      },
    )
    const { headers } = bytesAt(NOW)
    assert.equal(headers[headers.indexOf('link') + 1], creditLinks([credit, OTHER]).join(', '))
  })
})
