import assert from 'node:assert/strict'
import { Agent, request, type IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { issueKey } from '../../../../test/helpers/client-keys.ts'

interface Sent {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** On the short way, the first header is the rate limit's policy; the router's hooks put the request id first. */
  readonly isShort: boolean
  readonly body: string
}

const TILE = '/api/weather/map-tile/clouds/3/4/2.png'
const PLACE = '/api/weather?lat=52.52&lon=13.41&scope='
/** In another API's shape. */
const OTHER = '/data/2.5/weather?appid=key&lat=52.52&lon=13.41'
const LONG_WAY = { 'x-forwarded-for': '192.0.2.7' }
const CHANGING = new Set(['x-request-id', 'date', 'ratelimit'])

/** Every kind of repeated request, once on the short way, which answers before the router, and once through the router. */
describe('a repeated request', () => {
  let app: TestApp
  let secret: string
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'weather=1000,tiles=1000,upstream=0,upstream-day=0,upstream-tiles=0' } })
    secret = (await issueKey(app, { perMinute: 1_000 })).secret
  })
  after(async () => {
    agent.destroy()
    await app.close()
  })

  const send = (path: string, headers: Readonly<Record<string, string>> | readonly string[] = {}, method = 'GET'): Promise<Sent> =>
    sendTo(app, path, headers, method)

  async function sendTo({ url }: TestApp, path: string, headers: object, method = 'GET'): Promise<Sent> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request(url + path, { agent, headers: headers as Record<string, string>, method }, resolve)
      .on('error', reject)
      .end()
    const answer = await promise
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      isShort: /^ratelimit-policy$/i.test(answer.rawHeaders[0] ?? ''),
      body: Buffer.concat(chunks).toString('base64'),
    }
  }

  const lasting = ({ status, headers, body }: Sent) => ({
    status,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !CHANGING.has(name))
        .toSorted(),
    ),
    body,
  })

  async function counted(): Promise<Record<string, number>> {
    const { registry } = app.services.metrics
    const texts = await Promise.all(
      ['http_requests_total', 'isobar_weather_answers_total'].map((name) => registry.getSingleMetricAsString(name)),
    )
    const lines = texts
      .flatMap((text) => text.split('\n'))
      .filter((line) => /^(?:http_requests_total\{route="\/(?:api\/weather["/]|data\/)|isobar_weather_answers_total)/.test(line))
    return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
  }

  const FORMS: readonly Record<string, string>[] = [
    {},
    { 'accept-encoding': 'gzip' },
    { 'Accept-Encoding': 'br, gzip;q=0.5' },
    { 'accept-encoding': 'gzip;q=0' },
    { 'accept-encoding': '*' },
    { 'if-none-match': '*' },
    { 'if-none-match': '"another"' },
    { origin: 'https://app.example', referer: 'https://app.example/', cookie: 'a=b', 'accept-language': 'de' },
  ]

  const weather = ['current', 'hourly', 'daily', 'minutely', 'current&units=imperial&lang=de', 'current&trigger=search_select']
  for (const path of [...weather.map((scope) => PLACE + scope), OTHER, TILE]) {
    it(`gets the same answer on the short way and through the router: ${path}`, async () => {
      await send(path)
      const tag = String((await send(path)).headers.etag ?? '"none"')
      let before = await counted()
      const keys = [{ 'x-api-key': secret }, { Authorization: `Bearer ${secret}`, 'if-none-match': tag }]
      const coded = tag.replace(/^W\/(.*)"$/, '$1-gzip"')
      const tags = [{ 'if-none-match': tag }, { 'if-none-match': `"x", ${tag}`, 'accept-encoding': 'gzip' }, { 'if-none-match': coded }]
      for (const form of [...FORMS, ...keys, ...tags]) {
        const short = await send(path, form)
        const between = await counted()
        const long = await send(path, { ...form, ...LONG_WAY })
        const afterwards = await counted()
        assert.deepEqual(
          { shortIsShort: short.isShort, longIsShort: long.isShort },
          { shortIsShort: true, longIsShort: false },
          JSON.stringify(form),
        )
        assert.deepEqual(lasting(short), lasting(long), JSON.stringify(form))
        if (tag !== '"none"' && tags.includes(form as never)) assert.equal(short.status, 304, JSON.stringify(form))
        const added = (from: Record<string, number>, to: Record<string, number>) =>
          Object.entries(to).flatMap(([line, count]) => (count === from[line] ? [] : [[line, count - (from[line] ?? 0)]]))
        assert.deepEqual(added(before, between), added(between, afterwards))
        assert.equal(added(before, between).length, path === TILE ? 1 : 2)
        before = afterwards
      }
    })
  }

  it('counts towards the same limit, has its own id, and is logged', async () => {
    const path = `${PLACE}current`
    await send(path)
    const remaining = ({ headers }: Sent) => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1])
    const [first, second, third] = [await send(path), await send(path, LONG_WAY), await send(path)]
    assert.deepEqual([remaining(first) - remaining(second), remaining(second) - remaining(third)], [1, 1])
    assert.notEqual(first.headers['x-request-id'], third.headers['x-request-id'])
    const logged = (sent: Sent) => JSON.parse(app.logLines.find((line) => line.includes(String(sent.headers['x-request-id']))) ?? '{}')
    assert.deepEqual(Object.keys(logged(first)), Object.keys(logged(second)))
    assert.deepEqual(
      { route: logged(first).route, status: logged(first).status },
      { route: logged(second).route, status: logged(second).status },
    )
  })

  it('takes the long way if anything about it is unusual', async () => {
    const path = `${PLACE}current`
    await send(path)
    assert.equal((await send(path)).isShort, true)
    assert.equal((await send(path, { 'content-encoding': 'gzip' })).status, 415)
    assert.equal((await send(path, {}, 'HEAD')).isShort, false)
    assert.equal((await send(path, ['host', 'a.example', 'host', 'b.example'])).status, 400)
    assert.equal((await send(path, Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, '1'])))).status, 431)
    assert.equal((await send(path, { forwarded: 'for=192.0.2.7' })).isShort, false)
    assert.equal((await send(`${path}&lang=xx&unknown=1`)).isShort, false)
  })

  it('takes client and id from the headers of a trusted proxy, and has its own id without them', async () => {
    const proxied = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'weather=1000', TRUST_PROXY: '1' } })
    try {
      const path = `${PLACE}current`
      const ask = (headers: object = {}) => sendTo(proxied, path, headers)
      const remaining = ({ headers }: Sent) => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1])
      await ask()
      const [peer, named] = [await ask(), await ask({ 'X-Forwarded-For': '192.0.2.7', 'X-Request-ID': 'from-the-proxy' })]
      const [again, peerAgain] = [await ask({ 'x-forwarded-for': '192.0.2.7' }), await ask()]
      assert.deepEqual(
        [peer, named, again, peerAgain].map(({ isShort }) => isShort),
        [true, true, true, true],
      )
      assert.equal(named.headers['x-request-id'], 'from-the-proxy')
      assert.match(String(peer.headers['x-request-id']), /^[\da-f-]{36}$/)
      assert.deepEqual([named, again].map(remaining), [999, 998], 'each client by itself')
      // What the other node counted of it may become known meanwhile.
      assert.ok(remaining(peer) > remaining(peerAgain))
    } finally {
      await proxied.close()
    }
  })

  it('is refused like any other once the limit is used up', async () => {
    const limited = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'weather=3' } })
    try {
      app.clock.advance({ minutes: 2 })
      const answers = []
      for (let i = 0; i < 5; i++) answers.push(await limited.get(`${PLACE}current`))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 429, 429],
      )
      assert.equal(answers[4]?.body.error, 'rate_limited')
    } finally {
      await limited.close()
    }
  })

  it('is never answered with older data: new weather, the next second and a changed window show at once', async () => {
    const path = `${PLACE}hourly`
    const json = async () => JSON.parse(Buffer.from((await send(path)).body, 'base64').toString())
    const first = await json()
    app.clock.advance({ seconds: 5 })
    const second = await json()
    assert.equal(second.ageSeconds, first.ageSeconds + 5)
    app.clock.advance({ hours: 2 })
    await json()
    await app.services.gateway.drain()
    const renewed = await json()
    assert.ok(renewed.fetchedAt > first.fetchedAt)
    assert.ok(renewed.ageSeconds < 3_600)
  })
})
