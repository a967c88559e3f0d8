import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AppError } from '../../../errors.ts'
import { createRenderThread } from './render-host.ts'
import type { VisitCalls, VisitFacts } from './render-messages.ts'

const FACTS: VisitFacts = {
  nonce: 'n',
  now: 0,
  siteName: 'Isobar',
  publicOrigin: 'http://site.test',
  showDemoCities: false,
  primarySources: ['openweather'],
  tileSource: null,
  hasRadar: false,
  hasWarningFeeds: false,
  hasEmbeds: true,
  frontPlace: null,
  hasNormals: true,
  retentionDays: 400,
  isBot: false,
  isText: false,
  made: 'page',
  isDocument: true,
  mailed: null,
}

const GONE = new AppError('service_unavailable', 'the API is gone')

/** A thread that renders with `respond`, given as JavaScript source. */
async function threadOf(t: TestContext, respond: string, maxWaitMs?: number) {
  const dir = await mkdtemp(join(tmpdir(), 'isobar-render-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  await writeFile(join(dir, 'server.mjs'), `export async function respond(request, visit) {${respond}}`)
  const thread = createRenderThread(pathToFileURL(join(dir, 'server.mjs')), maxWaitMs)
  const events: unknown[] = []
  const calls: VisitCalls = {
    ask: async ({ path }) => {
      if (path === '/fail') throw GONE
      return { status: 200, headers: { 'x-path': path }, text: JSON.stringify({ path }) }
    },
    cachedWeather: async (places) => places.map(() => null),
    allowAds: () => void events.push('ads'),
    sendEarly: () => void events.push('early'),
    failed: (error) => void events.push(error),
  }
  const get = (path: string, init: RequestInit = {}) => thread.respond(new Request(`http://site.test${path}`, init), FACTS, calls)
  return { get, events }
}

describe('pages rendered in a thread', () => {
  // The thread does not keep the process alive; in the service, the server’s sockets do.
  let alive: NodeJS.Timeout
  before(() => (alive = setInterval(() => undefined, 60_000)))
  after(() => clearInterval(alive))

  it('get the whole request, and answer with status, headers, cookies and bytes', async (t) => {
    const { get } = await threadOf(
      t,
      `return new Response(JSON.stringify([request.method, request.url, request.headers.get('cookie'), await request.text(), visit.nonce]),
        { status: 418, headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['x-page', 'ü']] })`.replace('ü', 'u'),
    )
    const response = await get('/form?x=1', { method: 'POST', body: 'y=2', headers: { cookie: 'c=3' } })
    assert.deepEqual(await response.json(), ['POST', 'http://site.test/form?x=1', 'c=3', 'y=2', 'n'])
    assert.deepEqual(
      { status: response.status, xPage: response.headers.get('x-page'), getSetCookie: response.headers.getSetCookie() },
      { status: 418, xPage: 'u', getSetCookie: ['a=1', 'b=2'] },
    )
    assert.equal((await get('/')).status, 418)
  })

  it('can call the service and notify it', async (t) => {
    const { get, events } = await threadOf(
      t,
      `visit.allowAds()
      visit.failed(new TypeError('a defect'))
      const reply = await visit.ask({ method: 'GET', path: '/api/x' })
      const held = await visit.cachedWeather([{ lat: 1, lon: 2 }, { lat: 3, lon: 4 }])
      const refused = await visit.ask({ method: 'GET', path: '/fail' }).catch((error) => error.message)
      return Response.json([reply, held, refused])`,
    )
    const reply = { status: 200, headers: { 'x-path': '/api/x' }, body: { path: '/api/x' } }
    assert.deepEqual(await (await get('/')).json(), [reply, [null, null], 'AppError: the API is gone'])
    assert.equal(events[0], 'ads')
    assert.match(String((events[1] as Error).stack), /TypeError: a defect/)
  })

  it('are streamed if they ask for it', async (t) => {
    const { get, events } = await threadOf(
      t,
      `visit.sendEarly()
      const late = visit.ask({ method: 'GET', path: '/late' })
      return new Response(new ReadableStream({ async start(controller) {
        controller.enqueue(new TextEncoder().encode('frame '))
        controller.enqueue(new TextEncoder().encode((await late).body.path))
        controller.close()
      } }))`,
    )
    assert.equal(await (await get('/')).text(), 'frame /late')
    assert.deepEqual(events, ['early'])
  })

  it('reject with whatever a page throws', async (t) => {
    const { get } = await threadOf(
      t,
      `if (request.url.endsWith('/error')) throw Object.assign(new RangeError('out of range'), { page: () => 1 })
      throw { a: 1 }`,
    )
    await assert.rejects(get('/error'), /out of range/)
    await assert.rejects(get('/object'), /a page threw/)
  })

  it('reject with the original error of a call that they do not catch', async (t) => {
    const { get } = await threadOf(t, `await visit.ask({ method: 'GET', path: '/fail' })`)
    await assert.rejects(get('/'), (error) => error === GONE)
  })

  it('fail if the thread dies; the next one is rendered by a new thread', async (t) => {
    const { get } = await threadOf(
      t,
      `if (request.url.endsWith('/die')) process.exit(3)
      if (request.url.endsWith('/wait')) await new Promise(() => undefined)
      return new Response('alive')`,
    )
    const waiting = get('/wait')
    const dying = get('/die')
    await assert.rejects(waiting, /ended with 3/)
    await assert.rejects(dying, /ended with 3/)
    assert.equal(await (await get('/')).text(), 'alive')
  })

  it('learn that their visitor has left', async (t) => {
    const { get } = await threadOf(
      t,
      `if (!request.signal.aborted) await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
      throw new Error('left')`,
    )
    const visitor = new AbortController()
    const page = get('/', { signal: visitor.signal })
    visitor.abort()
    await assert.rejects(page, /left/)
  })

  /** Keeps the thread busy for the milliseconds that the query gives. */
  const BUSY = `const until = performance.now() + Number(new URL(request.url).searchParams.get('ms'))
    while (performance.now() < until);
    return new Response(new URL(request.url).pathname)`

  it('wait for their turn, are refused after a while, and are then not rendered', async (t) => {
    const { get } = await threadOf(
      t,
      `globalThis.made = (globalThis.made ?? 0) + 1; if (request.url.endsWith('/made')) return new Response(String(globalThis.made))\n${BUSY}`,
      300,
    )
    assert.equal(await (await get('/first')).text(), '/first')
    const pages = Array.from({ length: 12 }, (_, i) => get(`/${i}?ms=100`))
    const settled = await Promise.allSettled(pages)
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    assert.ok(refused.length >= 5 && refused.length < 12, String(refused.length))
    assert.ok(refused.every((error) => error instanceof AppError && error.code === 'service_unavailable'))
    // The first to arrive were served.
    assert.equal(
      settled.findLastIndex(({ status }) => status === 'fulfilled'),
      11 - refused.length,
    )
    // The first page, those that were served, and this one.
    assert.equal(await (await get('/made')).text(), String(14 - refused.length))
  })

  it('are not rendered for visitors who leave before their turn', async (t) => {
    const { get } = await threadOf(
      t,
      `globalThis.paths = [...(globalThis.paths ?? []), new URL(request.url).pathname]; if (request.url.endsWith('/paths')) return Response.json(globalThis.paths)\n${BUSY}`,
    )
    await get('/first')
    const visitor = new AbortController()
    const busy = ['/a', '/b', '/c'].map((path) => get(`${path}?ms=50`))
    const left = get('/left', { signal: visitor.signal })
    // By now it is queued behind the others.
    await new Promise((resolve) => setImmediate(resolve))
    visitor.abort(new Error('left'))
    await assert.rejects(left, /left/)
    await Promise.all(busy)
    assert.deepEqual(await (await get('/paths')).json(), ['/first', '/a', '/b', '/c', '/paths'])
  })
})
