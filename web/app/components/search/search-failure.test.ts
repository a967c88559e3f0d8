import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LANGUAGES } from '../../../../src/messages/languages.ts'
import { getAreaMessages } from '../../../../src/messages/messages.ts'
import { ApiFailure } from '../../api/ask.ts'
import { SEARCH_FAILURES, toSearchFailure } from './suggestion.ts'

it('tells offline, a limit and a fault apart', () => {
  const failure = (status: number, error: string) => toSearchFailure(new ApiFailure({ status, headers: {}, body: { error } }))
  assert.deepEqual(
    [failure(0, 'offline'), failure(429, 'rate_limited'), failure(502, 'upstream_error'), failure(503, 'service_unavailable')],
    ['offline', 'limited', 'failed', 'failed'],
  )
  assert.equal(toSearchFailure(new TypeError('x')), 'failed')
})

it('has a sentence of its own for each, and for nothing found, in every language', () => {
  for (const language of LANGUAGES) {
    const words = getAreaMessages(language, 'search')
    const sentences = [...SEARCH_FAILURES.map((failure) => words[failure]), words.nothing]
    assert.equal(new Set(sentences).size, sentences.length)
  }
})
