import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import type { FromRenderer, PlainRequest, ToRenderer, VisitCalls, VisitFacts } from './render-messages.ts'
import type { RenderThreadData } from './render-thread.ts'

/** A page that is being rendered. */
interface Rendering {
  readonly calls: VisitCalls
  readonly answer: PromiseWithResolvers<Response>
  /** Errors of the service's own calls, by call. */
  readonly refusals: Map<number, unknown>
  /** Null until chunks may arrive. */
  body: ReadableStreamDefaultController<Uint8Array> | null
}

/** How many pages the thread is sent before it begins with them, so that it never waits for the next one. */
const AHEAD = 2
/** How long a page may wait in the queue. On a processor that the API keeps busy, the thread gets little time. */
const MAX_WAIT_MS = 5_000
const RETRY_SECONDS = 5
/** Without a limit, the garbage of pages at full load would grow to half a gigabyte before it is collected. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
const PROGRAM = new URL('./render-thread.ts', import.meta.url)
/**
 * A thread does not use the compile cache of its process unless it enables it. The boot program is plain JavaScript: for a TypeScript file,
 * Node would load its type stripper, which takes 20 MB and a tenth of a second, needlessly when all files are in the cache.
 */
const BOOT = `
const { enableCompileCache } = require('node:module')
const { compileCache, program } = require('node:worker_threads').workerData
if (compileCache !== undefined) enableCompileCache(compileCache)
import(program)`

/**
 * Renders pages in a thread, so that the serving thread never waits for a page: rendering takes 7 to 30 ms. The thread is started with the
 * first page; if it dies, the next page starts a new one.
 */
export function createRenderThread(server: URL, maxWaitMs = MAX_WAIT_MS) {
  let running: Worker | undefined
  /** Whether the thread has rendered a page: the time to load is no sign of overload. */
  let isWarm = false
  let ids = 0
  const renderings = new Map<number, Rendering>()
  /** Pages not yet sent to the thread, oldest first. */
  const waiting = new Map<number, { readonly message: ToRenderer; readonly timer: NodeJS.Timeout | undefined }>()
  /** How many pages the thread was sent and has not begun. */
  let ahead = 0

  function start(): Worker {
    const data: RenderThreadData = { program: PROGRAM.href, server: server.href, compileCache: getCompileCacheDir() }
    const worker = new Worker(BOOT, { eval: true, workerData: data, resourceLimits: MEMORY })
    const onEnd = (reason: unknown): void => {
      // A thread's end emits an error, an exit, or both; only the first counts.
      if (running !== worker) return
      running = undefined
      isWarm = false
      const lost = [...renderings]
      renderings.clear()
      for (const [id] of waiting) leave(id)
      ahead = 0
      for (const [, rendering] of lost) fail(rendering, reason)
    }
    worker.on('message', (message: FromRenderer) => onMessage(worker, message))
    worker.once('error', onEnd)
    worker.once('exit', (code) => onEnd(new Error(`the render thread ended with ${code}`)))
    // After adding the listeners: a message listener keeps the process alive.
    worker.unref()
    return worker
  }

  function onMessage(worker: Worker, message: FromRenderer): void {
    const rendering = renderings.get(message.id)
    if (rendering === undefined) return
    switch (message.type) {
      case 'begun':
        ahead -= 1
        return give(worker)
      case 'call':
        return void perform(worker, message, rendering)
      case 'response':
        return respond(message, rendering)
      case 'chunk':
        return rendering.body?.enqueue(message.bytes)
      case 'end':
        renderings.delete(message.id)
        return rendering.body?.close()
      case 'failed':
        renderings.delete(message.id)
        return fail(rendering, rendering.refusals.get(message.call ?? -1) ?? message.error)
    }
  }

  async function perform(worker: Worker, { id, call, name, argument }: Extract<FromRenderer, { type: 'call' }>, rendering: Rendering) {
    try {
      const value = await (rendering.calls[name] as (argument: unknown) => unknown)(argument)
      post(worker, { type: 'reply', id, call, value })
    } catch (error) {
      rendering.refusals.set(call, error)
      post(worker, { type: 'refuse', id, call, error: new Error(String(error)) })
    }
  }

  /** Removes a page from the queue; false if it was not waiting any more. */
  function leave(id: number): boolean {
    clearTimeout(waiting.get(id)?.timer)
    return waiting.delete(id)
  }

  function give(worker: Worker): void {
    for (const [id, { message }] of waiting) {
      if (ahead >= AHEAD) return
      leave(id)
      ahead += 1
      post(worker, message)
    }
  }

  function respond({ id, status, headers, body }: Extract<FromRenderer, { type: 'response' }>, rendering: Rendering): void {
    isWarm = true
    if (body !== 'later') renderings.delete(id)
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start(controller) {
          rendering.body = controller
        },
        cancel() {
          rendering.body = null
          renderings.delete(id)
          if (running !== undefined) post(running, { type: 'abort', id })
        },
      })
    const init = { status, headers: headers.map(([name, value]): [string, string] => [name, value]) }
    rendering.answer.resolve(new Response(body === 'later' ? stream() : body, init))
  }

  return {
    /** Loads the rendering code before the first page is requested. */
    warm(): void {
      running ??= start()
    },
    /**
     * Renders a page. Rejects with a copy of what the page threw, or with the original error if it came from one of its calls; with the
     * signal's reason if the visitor leaves while the page is queued.
     * @throws AppError `service_unavailable` when it has waited five seconds in the queue
     */
    async respond(request: Request, facts: VisitFacts, calls: VisitCalls): Promise<Response> {
      const plain = await plainRequest(request)
      const worker = (running ??= start())
      const id = ++ids
      const answer = Promise.withResolvers<Response>()
      const rendering: Rendering = { calls, answer, refusals: new Map(), body: null }
      renderings.set(id, rendering)
      const giveUp = (reason: unknown): boolean => {
        if (!leave(id)) return false
        renderings.delete(id)
        fail(rendering, reason)
        return true
      }
      const refuse = (): boolean =>
        giveUp(new AppError('service_unavailable', 'Too many pages at once', { retryAfterSeconds: RETRY_SECONDS }))
      // While the thread is still loading, a wait does not mean overload.
      const timer = isWarm ? setTimeout(refuse, maxWaitMs) : undefined
      waiting.set(id, { message: { type: 'make', id, request: plain, facts }, timer })
      give(worker)
      const abort = (): void => {
        if (!giveUp(request.signal.reason)) post(worker, { type: 'abort', id })
      }
      if (request.signal.aborted) abort()
      else request.signal.addEventListener('abort', abort, { once: true })
      return answer.promise
    },
  }
}

function post(worker: Worker, message: ToRenderer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(message)
}

function fail({ answer, body }: Rendering, error: unknown): void {
  answer.reject(error)
  body?.error(error)
}

async function plainRequest(request: Request): Promise<PlainRequest> {
  const { url, method, headers } = request
  return { url, method, headers: [...headers], body: request.body === null ? null : await request.arrayBuffer() }
}
