import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toAnswerFailure, fetchJson, isSimulated, type JsonService, toFailureKind, retryAfterSeconds, buildUrlBelow } from './fetch-json.ts'
import type { ProviderFailure, UpstreamAnswer } from './provider.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const after = (value: string) => ({ 'retry-after': value })

it('a failure is of a kind by its status', () => {
  const kinds = [400, 401, 403, 404, 418, 429, 499, 500, 503].map(toFailureKind)
  assert.deepEqual(kinds, [
    'rejected',
    'refused_key',
    'refused_key',
    'not_found',
    'rejected',
    'quota',
    'rejected',
    'unavailable',
    'unavailable',
  ])
})

describe('Retry-After', () => {
  it('counts seconds, or names a time, at most a day ahead', () => {
    const texts = [
      '0',
      '30',
      ' 30 ',
      '86400',
      '86401',
      'Wed, 01 Jul 2026 12:00:30 GMT',
      'Thu, 02 Jul 2026 12:00:01 GMT',
      'Wed, 01 Jul 2026 11:59:59 GMT',
    ]
    assert.deepEqual(
      texts.map((text) => retryAfterSeconds(after(text), NOW)),
      [0, 30, 30, 86_400, undefined, 30, undefined, undefined],
    )
    for (const text of ['', 'soon', '-5', '1.5x']) assert.equal(retryAfterSeconds(after(text), NOW), undefined, text)
    assert.equal(retryAfterSeconds({}, NOW), undefined)
    assert.equal(retryAfterSeconds({ 'retry-after': ['30', '40'] }, NOW), undefined)
  })

  it('that names a time says nothing to who does not know the time', () => {
    assert.equal(retryAfterSeconds(after('Wed, 01 Jul 2026 12:00:30 GMT')), undefined)
    assert.equal(retryAfterSeconds(after('30')), 30)
  })

  it('is that of a spent quota, of which the service may know better; other failures have none', () => {
    const answer = { status: 429, headers: after('30') }
    const seconds = (kind: Parameters<typeof toAnswerFailure>[1], own?: number) =>
      toAnswerFailure('A', kind, answer, NOW, own).retryAfterSeconds
    assert.deepEqual([seconds('quota'), seconds('quota', 7), seconds('unavailable'), seconds('rejected', 7)], [30, 7, undefined, undefined])
    const { message, status } = toAnswerFailure('A', 'timeout')
    assert.deepEqual({ message, status }, { message: 'A: timeout', status: undefined })
    assert.deepEqual(
      { message: toAnswerFailure('A', 'quota', answer).message, status: toAnswerFailure('A', 'quota', answer).status },
      { message: 'A: quota, status 429', status: 429 },
    )
  })
})

describe('fetchJson', () => {
  const REQUEST = { product: { id: 'a/weather', weight: 1 }, url: new URL('http://a.test/') }
  const fetch = (answer: Partial<UpstreamAnswer> & { readonly text?: string }, service: Partial<JsonService> = {}) =>
    fetchJson(
      { get: async () => ({ status: 200, headers: {}, body: Buffer.from(answer.text ?? '{}'), ...answer }) },
      REQUEST,
      { name: 'A', ...service },
      NOW,
    )
  const failure = (...asked: Parameters<typeof fetch>): Promise<ProviderFailure> =>
    fetch(...asked).then(
      () => assert.fail('did not fail'),
      (error: ProviderFailure) => error,
    )

  it('is the body of a 200 with its headers', async () => {
    assert.deepEqual(await fetch({ text: '{"a":1}', headers: after('5') }), { status: 200, body: { a: 1 }, headers: after('5') })
    assert.equal((await failure({ text: '<html>' })).kind, 'invalid_body')
  })

  it('fails for any other status, of the kind and for the time that the service says', async () => {
    assert.equal((await failure({ status: 204 })).kind, 'rejected')
    assert.equal((await failure({ status: 500, text: '<html>' })).kind, 'unavailable')
    const spent = await failure(
      { status: 400, text: '{"reason":"limit","minutes":2}' },
      {
        kindOf: (_status, body) => ((body as { reason: string }).reason === 'limit' ? 'quota' : 'rejected'),
        quotaSeconds: (body, nowMs) => (nowMs === NOW ? 60 * (body as { minutes: number }).minutes : undefined),
      },
    )
    assert.deepEqual({ kind: spent.kind, retryAfterSeconds: spent.retryAfterSeconds }, { kind: 'quota', retryAfterSeconds: 120 })
  })
})

it('a URL is below its base, whose own path is kept; a query that is a text is sent as it is', () => {
  const below = (base: string, ...rest: [path: string, query?: string | Record<string, string>]) =>
    buildUrlBelow(new URL(base), ...rest).href
  assert.equal(below('https://a.test', '/v1/forecast'), 'https://a.test/v1/forecast')
  assert.equal(below('https://a.test/api/', '/v1', { q: 'a,b/c', n: '1' }), 'https://a.test/api/v1?q=a%2Cb%2Fc&n=1')
  assert.equal(below('https://a.test/api?key=x', '/v1', 'q=a,b/c'), 'https://a.test/api/v1?q=a,b/c')
})

it('an answer says that it is simulated', () => {
  assert.deepEqual([isSimulated({ 'x-simulated': '1' }), isSimulated({})], [true, false])
})
