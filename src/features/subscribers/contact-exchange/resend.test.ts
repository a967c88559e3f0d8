import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createResend, MailServiceFailure } from './resend.ts'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** The service with these answers in turn, then the last one for ever; records the calls as `METHOD path body`. */
function resendOf(answers: readonly (Answer | Error)[], key: string | null = 'key', callsPerSecond = 10_000) {
  const calls: string[] = []
  const client = {
    async send(url: URL, { method, body, headers }: { method: string; body?: string; headers: Record<string, string> }) {
      calls.push([method, `${url.pathname}${url.search}`, body].filter((part) => part !== undefined).join(' '))
      assert.equal(headers['authorization'], 'Bearer key')
      assert.equal(headers['content-type'], body === undefined ? undefined : 'application/json')
      const answer = answers[Math.min(calls.length, answers.length) - 1]
      if (answer === undefined || answer instanceof Error) throw answer
      const { json = {} } = answer
      return {
        status: answer.status,
        headers: answer.headers ?? {},
        body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
      }
    },
  }
  const service = createResend({ client: client as never, baseUrl: new URL('https://mail.example'), key: () => key, callsPerSecond })
  return { service, calls }
}
const signal = new AbortController().signal
const NOW = { 'retry-after': '0' }

describe('a failure of the mail service', () => {
  const table: readonly (readonly [string, Answer | Error, MailServiceFailure['kind'] | 'none'])[] = [
    ['200', { status: 200 }, 'none'],
    ['299', { status: 299 }, 'none'],
    ['300', { status: 300 }, 'rejected'],
    ['199', { status: 199 }, 'rejected'],
    ['401', { status: 401 }, 'refused_key'],
    ['403', { status: 403 }, 'refused_key'],
    ['401 of a key that may only send', { status: 401, json: { name: 'restricted_api_key' } }, 'restricted_key'],
    ['404', { status: 404 }, 'rejected'],
    ['422', { status: 422 }, 'rejected'],
    ['429', { status: 429, headers: NOW }, 'rate_limited'],
    ['499', { status: 499 }, 'rejected'],
    ['500', { status: 500 }, 'unavailable'],
    ['500 without JSON', { status: 500, json: '<html>' }, 'unavailable'],
    ['no connection', new Error('ECONNREFUSED'), 'unavailable'],
  ]
  for (const [what, answer, kind] of table)
    it(`${what}: ${kind}`, async () => {
      const found = await resendOf([answer])
        .service.check(signal)
        .then(
          () => 'none',
          (error: unknown) => (error instanceof MailServiceFailure ? error.kind : error),
        )
      assert.equal(found, kind)
    })

  it('without a key: not_configured, and no call', async () => {
    const { service, calls } = resendOf([{ status: 200 }], null)
    await assert.rejects(service.check(signal), { kind: 'not_configured' })
    assert.deepEqual(calls, [])
  })
})

describe('the rate limit', () => {
  it('is waited for, and the call repeated, five times; a check is not', async () => {
    const limited = resendOf([{ status: 429, headers: NOW }])
    await assert.rejects(limited.service.listContacts(null, signal), { kind: 'rate_limited' })
    assert.equal(limited.calls.length, 6)
    const check = resendOf([{ status: 429, headers: NOW }])
    await assert.rejects(check.service.check(signal))
    assert.equal(check.calls.length, 1)
    const limitedTwice = resendOf([{ status: 429, headers: NOW }, { status: 404 }, { status: 429, headers: NOW }, { status: 201 }])
    await limitedTwice.service.putContact({ email: 'a@x.org', unsubscribed: true }, signal)
    assert.deepEqual(limitedTwice.calls.at(-1), 'POST /contacts {"email":"a@x.org","unsubscribed":true}')
  })

  it('delays the next call as long as the service says, also when the last one was allowed', async () => {
    for (const headers of [
      { 'ratelimit-remaining': '0', 'ratelimit-reset': '0.2' },
      { 'ratelimit-remaining': '0', 'retry-after': '0.2', 'ratelimit-reset': '9' },
    ]) {
      const { service } = resendOf([{ status: 200, headers }, { status: 200 }])
      // Before the answer: a busy machine may stand still after it.
      const from = performance.now()
      await service.check(signal)
      await service.check(signal)
      assert.ok(performance.now() - from >= 190)
    }
    const { service } = resendOf([{ status: 200, headers: { 'ratelimit-remaining': '1', 'retry-after': '999' } }])
    await service.check(signal)
    await service.check(AbortSignal.timeout(60_000))
  })

  it('spaces calls evenly, and a stop ends the waiting', async () => {
    const { service, calls } = resendOf([{ status: 200 }], 'key', 10)
    const from = performance.now()
    await Promise.all([service.check(signal), service.check(signal), service.check(signal)])
    assert.ok(performance.now() - from >= 190)
    const stop = new AbortController()
    const waiting = service.check(stop.signal)
    stop.abort()
    await assert.rejects(waiting)
    await assert.rejects(service.check(stop.signal))
    assert.equal(calls.length, 3)
  })
})

describe('lists', () => {
  it('are read page by page, by the id of the last item', async () => {
    const page = (more: unknown, ...ids: unknown[]): Answer => ({
      status: 200,
      json: { data: ids.map((id) => ({ id, email: 'a@x.org' })), has_more: more },
    })
    const next = async (answer: Answer) => (await resendOf([answer]).service.listContacts(null, signal)).next
    assert.deepEqual(
      [await next(page(true, 'a', 'b')), await next(page(false, 'a')), await next(page(true)), await next(page(true, 5))],
      ['b', null, null, null],
    )
    const { service, calls } = resendOf([page(false, 'a')])
    await service.listContacts(null, signal)
    await service.listSuppressions('a/b', signal)
    assert.deepEqual(calls, ['GET /contacts?limit=100', 'GET /suppressions?limit=100&after=a%2Fb'])
  })

  it('that are none are a failure', async () => {
    for (const json of [{}, { data: {} }, 'null', 'text'])
      await assert.rejects(resendOf([{ status: 200, json }]).service.listContacts(null, signal), { kind: 'unavailable' })
  })

  it('of contacts leave out what has no address', async () => {
    const data = [
      { email: 'a@x.org' },
      { email: 'b@x.org', unsubscribed: true },
      { email: 'c@x.org', unsubscribed: 'yes' },
      { email: 5 },
      null,
      'x',
    ]
    const { items } = await resendOf([{ status: 200, json: { data } }]).service.listContacts(null, signal)
    assert.deepEqual(items, [
      { email: 'a@x.org', unsubscribed: false },
      { email: 'b@x.org', unsubscribed: true },
      { email: 'c@x.org', unsubscribed: false },
    ])
  })

  it('of suppressions leave out what has no address or time; an unknown origin is a suppression, too', async () => {
    const created_at = '2026-07-01T00:00:00Z'
    const of = (email: unknown, origin: unknown, at: unknown = created_at) => ({ email, origin, created_at: at })
    const data = [
      of('a', 'bounce'),
      of('b', 'complaint'),
      of('c', 'manual'),
      of('d', 'new'),
      of('e', 7),
      of(5, 'bounce'),
      of('f', 'bounce', 'x'),
      of('g', 'bounce', 5),
    ]
    const { items } = await resendOf([{ status: 200, json: { data } }]).service.listSuppressions(null, signal)
    assert.deepEqual(
      items.map(({ email, reason, since }) => [email, reason, since === Date.parse(created_at)]),
      [
        ['a', 'hard_bounce', true],
        ['b', 'complaint', true],
        ['c', 'manual', true],
        ['d', 'manual', true],
        ['e', 'manual', true],
      ],
    )
  })
})

it('a contact is changed, and created only if the service has none', async () => {
  const contact = { email: 'a@x.org', unsubscribed: true }
  const changed = resendOf([{ status: 200 }])
  await changed.service.putContact(contact, signal)
  assert.deepEqual(changed.calls, ['PATCH /contacts/a%40x.org {"unsubscribed":true}'])
  const created = resendOf([{ status: 404 }, { status: 201 }])
  await created.service.putContact(contact, signal)
  assert.deepEqual(created.calls.slice(1), ['POST /contacts {"email":"a@x.org","unsubscribed":true}'])
  const refused = resendOf([{ status: 422 }])
  await assert.rejects(refused.service.putContact(contact, signal), { kind: 'rejected' })
  assert.equal(refused.calls.length, 1)
})

it('a contact that is gone already need not be deleted', async () => {
  const { service, calls } = resendOf([{ status: 404 }, { status: 500 }])
  await service.deleteContact('a+b@x.org', signal)
  assert.deepEqual(calls, ['DELETE /contacts/a%2Bb%40x.org'])
  await assert.rejects(service.deleteContact('a@x.org', signal), { kind: 'unavailable' })
})
