/** The render thread. It has the built pages and no part of the service: it asks the serving thread for whatever a page needs. */
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromRenderer, PlainRequest, ToRenderer, VisitCalls, VisitFacts } from './render-messages.ts'
import { type ServerModule, visitFrom } from './visit-from.ts'
import type { Visit } from './visit.ts'

/** The data that the thread is started with. */
export interface RenderThreadData {
  /** URL of this module. */
  readonly program: string
  /** URL of the built module. */
  readonly server: string
  readonly compileCache: string | undefined
}

/** On Linux each thread has its own priority: when processor time is short, the thread that answers the API goes first. */
const PRIORITY = 15

const { server } = workerData as RenderThreadData
const loading = import(server) as Promise<ServerModule>
// Errors are reported when a page is requested.
loading.then(goOnBehind, () => undefined)

/** Once it has loaded: beside busy processes that priority is a hundredth of a processor, and the first page waits for all of the loading. */
function goOnBehind(): void {
  // A thread ends with its process, too early for Node to write its compile cache.
  flushCompileCache()
  if (process.platform !== 'linux') return
  try {
    setPriority(PRIORITY)
  } catch {
    // A sandbox may forbid it.
  }
}

interface Rendering {
  readonly left: AbortController
  readonly calls: Map<number, PromiseWithResolvers<unknown>>
}

/** The call that each refusal belongs to. */
const refusals = new WeakMap<object, number>()
const renderings = new Map<number, Rendering>()
let lastCall = 0

parentPort?.on('message', (message: ToRenderer) => {
  switch (message.type) {
    case 'make':
      return void make(message.id, message.request, message.facts)
    case 'reply':
      return renderings.get(message.id)?.calls.get(message.call)?.resolve(message.value)
    case 'refuse':
      refusals.set(message.error, message.call)
      return renderings.get(message.id)?.calls.get(message.call)?.reject(message.error)
    case 'abort':
      return renderings.get(message.id)?.left.abort()
  }
})

async function make(id: number, request: PlainRequest, facts: VisitFacts): Promise<void> {
  const rendering: Rendering = { left: new AbortController(), calls: new Map() }
  renderings.set(id, rendering)
  post({ type: 'begun', id })
  try {
    const visit = visitOf(id, rendering, facts)
    const response = await (await loading).respond(fetchRequest(request, rendering.left.signal), visit)
    await send(id, response, visit.isEarly())
  } catch (error) {
    post({ type: 'failed', id, error: passable(error), call: refusals.get(error as object) })
  } finally {
    renderings.delete(id)
  }
}

function fetchRequest({ url, method, headers, body }: PlainRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), signal, ...(body === null ? {} : { body }) })
}

function visitOf(id: number, { calls }: Rendering, facts: VisitFacts): Visit {
  const call = (name: keyof VisitCalls, argument?: unknown): void => post({ type: 'call', id, call: ++lastCall, name, argument })
  function ask(name: 'ask' | 'cachedWeather', argument: unknown): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    call(name, argument)
    const number = lastCall
    calls.set(number, answer)
    return answer.promise.finally(() => calls.delete(number))
  }
  return visitFrom(facts, {
    ask: (request) => ask('ask', request) as ReturnType<VisitCalls['ask']>,
    cachedWeather: (places) => ask('cachedWeather', places) as ReturnType<VisitCalls['cachedWeather']>,
    allowAds: () => call('allowAds'),
    sendEarly: () => call('sendEarly'),
    failed: (error) => call('failed', passable(error)),
  })
}

async function send(id: number, { status, headers, body }: Response, isEarly: boolean): Promise<void> {
  const head = { type: 'response', id, status, headers: [...headers] } as const
  if (body === null) return post({ ...head, body })
  if (!isEarly) return post({ ...head, body: new Uint8Array(await new Response(body).arrayBuffer()) })
  post({ ...head, body: 'later' })
  for await (const bytes of body) post({ type: 'chunk', id, bytes: new Uint8Array(bytes) })
  post({ type: 'end', id })
}

function post(message: FromRenderer): void {
  const bytes = message.type === 'response' ? message.body : message.type === 'chunk' ? message.bytes : null
  parentPort?.postMessage(message, bytes instanceof Uint8Array ? [bytes.buffer] : [])
}

/** What a page throws may contain values that cannot be posted, such as functions. */
function passable(error: unknown): unknown {
  if (!(error instanceof Error)) return new Error(`a page threw ${String(error)}`)
  const { name, message, stack } = error
  return Object.assign(new Error(message), { name, stack })
}
