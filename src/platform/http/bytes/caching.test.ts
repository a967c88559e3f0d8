import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { writePublicCacheControl } from './cache-control.ts'
import { formatCacheStatus } from './cache-status.ts'
import { isEtagMatch, computeWeakEtag } from './etag.ts'

describe('weakEtag', () => {
  it('is weak, valid and the same for the same identity', () => {
    assert.match(computeWeakEtag('a'), /^W\/"[A-Za-z0-9_-]{22}"$/)
    assert.equal(computeWeakEtag('a'), computeWeakEtag(Buffer.from('a')))
    assert.notEqual(computeWeakEtag('a'), computeWeakEtag('b'))
  })
})

describe('matchesEtag', () => {
  const etag = 'W/"abc"'
  for (const header of ['W/"abc"', '"abc"', '*', ' * ', '"x", W/"abc"', 'W/"x,y","abc"']) {
    it(`${header} matches`, () => assert.equal(isEtagMatch(header, etag), true))
  }
  for (const header of [undefined, '', 'abc', '"ab"', '"abcd"', 'W/"x", "y"', '"x, abc"', '"ab-gzip"', '"abc-"', '"abc-tar"', '"-gzip"']) {
    it(`${header} does not`, () => assert.equal(isEtagMatch(header, etag), false))
  }
  for (const coding of [
    '-gzip',
    '-br',
    '--gzip',
    ';gzip',
    ';br',
    ':gzip',
    '+gzip',
    '-zstd',
    '-deflate',
    '-x-gzip',
    '-GZIP',
    '-gzip-br',
    '-gzip;gzip',
  ])
    for (const header of [`"abc${coding}"`, `W/"abc${coding}"`, `"x", W/"abc${coding}", "y"`, `"x${coding}","abc"${coding}`])
      it(`${header} matches, as a proxy that compresses writes it`, () => assert.equal(isEtagMatch(header, etag), true))
})

describe('publicCacheControl', () => {
  it('rounds down and never goes below 0', () => {
    assert.equal(
      writePublicCacheControl({ maxAgeSeconds: 59.9, staleWhileRevalidateSeconds: 0.9, staleIfErrorSeconds: -1 }),
      'public, max-age=59, stale-while-revalidate=0, stale-if-error=0',
    )
    assert.equal(
      writePublicCacheControl({ maxAgeSeconds: -5, staleWhileRevalidateSeconds: 7200, staleIfErrorSeconds: 86_400 }),
      'public, max-age=0, stale-while-revalidate=7200, stale-if-error=86400',
    )
  })
})

describe('publicCacheControl without further options', () => {
  it('allows stale answers during revalidation and on errors', () => {
    assert.equal(writePublicCacheControl({ maxAgeSeconds: 60 }), 'public, max-age=60, stale-while-revalidate=60, stale-if-error=3600')
    assert.equal(
      writePublicCacheControl({ maxAgeSeconds: 86_400 }),
      'public, max-age=86400, stale-while-revalidate=86400, stale-if-error=86400',
    )
  })
})

describe('cacheStatus', () => {
  it('writes hits and forwards', () => {
    assert.equal(formatCacheStatus('memory', 241.7), 'Isobar; hit; ttl=241; detail=memory')
    assert.equal(formatCacheStatus('database', -30), 'Isobar; hit; ttl=-30; detail=database')
    assert.equal(formatCacheStatus('upstream', 600), 'Isobar; fwd=miss; stored; ttl=600')
    assert.equal(formatCacheStatus('upstream', 600, { collapsed: true }), 'Isobar; fwd=miss; stored; collapsed; ttl=600')
    assert.equal(formatCacheStatus('towns', 60, { isHit: false }), 'Isobar; fwd=miss; ttl=60; detail=towns')
  })
})
