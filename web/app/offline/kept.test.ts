import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ago } from './kept.ts'

const MINUTE = 60_000

describe('how long ago', () => {
  it('is said in the greatest unit that fits', () => {
    const told = [0, 59_999, MINUTE, 59 * MINUTE, 60 * MINUTE, 23.9 * 60 * MINUTE, 24 * 60 * MINUTE, 72 * 60 * MINUTE]
    assert.deepEqual(
      told.map((ms) => ago(ms, 'en')),
      ['this minute', 'this minute', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', 'yesterday', '3 days ago'],
    )
    assert.equal(ago(180 * MINUTE, 'de'), 'vor 3 Stunden')
  })

  it('is never in the future, whatever the clock says', () => {
    assert.equal(ago(-5 * MINUTE, 'en'), 'this minute')
  })
})
