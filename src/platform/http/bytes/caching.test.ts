import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { publicCacheControl } from './cache-control.ts'
import { cacheStatus } from './cache-status.ts'
import { matchesEtag, weakEtag } from './etag.ts'

describe('weakEtag', () => {
  it('is weak, valid and the same for the same identity', () => {
    assert.match(weakEtag('a'), /^W\/"[A-Za-z0-9_-]{22}"$/)
    assert.equal(weakEtag('a'), weakEtag(Buffer.from('a')))
    assert.notEqual(weakEtag('a'), weakEtag('b'))
  })
})

describe('matchesEtag', () => {
  const etag = 'W/"abc"'
  for (const header of ['W/"abc"', '"abc"', '*', ' * ', '"x", W/"abc"', 'W/"x,y","abc"']) {
    it(`${header} matches`, () => assert.equal(matchesEtag(header, etag), true))
  }
  for (const header of [undefined, '', 'abc', '"ab"', '"abcd"', 'W/"x", "y"', '"x, abc"']) {
    it(`${header} does not`, () => assert.equal(matchesEtag(header, etag), false))
  }
})

describe('publicCacheControl', () => {
  it('rounds down and never goes below 0', () => {
    assert.equal(
      publicCacheControl({ maxAgeSeconds: 59.9, staleWhileRevalidateSeconds: 0.9, staleIfErrorSeconds: -1 }),
      'public, max-age=59, stale-while-revalidate=0, stale-if-error=0',
    )
    assert.equal(
      publicCacheControl({ maxAgeSeconds: -5, staleWhileRevalidateSeconds: 7200, staleIfErrorSeconds: 86_400 }),
      'public, max-age=0, stale-while-revalidate=7200, stale-if-error=86400',
    )
  })
})

describe('publicCacheControl without further options', () => {
  it('allows stale answers during revalidation and on errors', () => {
    assert.equal(publicCacheControl({ maxAgeSeconds: 60 }), 'public, max-age=60, stale-while-revalidate=60, stale-if-error=3600')
    assert.equal(publicCacheControl({ maxAgeSeconds: 86_400 }), 'public, max-age=86400, stale-while-revalidate=86400, stale-if-error=86400')
  })
})

describe('cacheStatus', () => {
  it('writes hits and forwards', () => {
    assert.equal(cacheStatus('memory', 241.7), 'Isobar; hit; ttl=241; detail=memory')
    assert.equal(cacheStatus('database', -30), 'Isobar; hit; ttl=-30; detail=database')
    assert.equal(cacheStatus('upstream', 600), 'Isobar; fwd=miss; stored; ttl=600')
    assert.equal(cacheStatus('upstream', 600, { collapsed: true }), 'Isobar; fwd=miss; stored; collapsed; ttl=600')
    assert.equal(cacheStatus('towns', 60, { isHit: false }), 'Isobar; fwd=miss; ttl=60; detail=towns')
  })
})
