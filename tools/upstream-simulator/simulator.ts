import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'
import { aviationWeatherProducts } from './aviation-weather/routes.ts'
import { brightSkyProducts } from './bright-sky/routes.ts'
import type { CallCounts, CallRecord } from './calls.ts'
import { readConditions } from './control/conditions.ts'
import { control, CONTROL_PREFIX } from './control/control.ts'
import { readErrors } from './control/errors.ts'
import { deliver } from './faults/deliver.ts'
import { errorAnswer, html } from './faults/error-bodies.ts'
import type { FaultSpec } from './faults/faults.ts'
import { feedProducts } from './feeds/routes.ts'
import { metNorwayProducts } from './met-norway/routes.ts'
import { nwsProducts } from './nws/routes.ts'
import { openMeteoProducts } from './open-meteo/routes.ts'
import { openWeatherProducts } from './openweather/routes.ts'
import { pirateWeatherProducts } from './pirate-weather/routes.ts'
import type { Product } from './products.ts'
import { radarProducts } from './radar/routes.ts'
import { createState, type SimulatorState } from './state.ts'
import { tomorrowIoProducts } from './tomorrow-io/routes.ts'
import { visualCrossingProducts } from './visual-crossing/routes.ts'
import { weatherApiProducts } from './weatherapi/routes.ts'
import { weatherKitProducts } from './weatherkit/routes.ts'
import { json, type WireAnswer, type WireRequest } from './wire.ts'
import type { World } from './world.ts'

export interface SimulatorOptions {
  /** 0: any free port. */
  readonly port: number
  /** Default loopback. */
  readonly host?: string
  /** Epoch milliseconds; default the system clock. */
  readonly now?: () => number
  /** A folder of recorded answers. */
  readonly replay?: string
  /** Called for every call: when it has come in, and again with the answer before it is sent, as it was before any fault. */
  readonly onCall?: (call: Readonly<CallRecord>, answer: WireAnswer | null) => void
}

export interface Simulator {
  /** `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string
  readonly port: number
  calls(): CallCounts
  /** Resets to the state at the start, or only the call counts. */
  reset(what?: 'calls' | 'all'): void
  setFaults(faults: readonly FaultSpec[], seed?: number): void
  /** As PUT /__simulator/conditions takes them. */
  setConditions(conditions: readonly unknown[]): void
  /** As PUT /__simulator/errors takes them. */
  setErrors(errors: readonly unknown[]): void
  close(): Promise<void>
}

const PRODUCTS: readonly Product[] = [
  ...openWeatherProducts,
  ...openMeteoProducts,
  ...metNorwayProducts,
  ...nwsProducts,
  ...aviationWeatherProducts,
  ...brightSkyProducts,
  ...pirateWeatherProducts,
  ...tomorrowIoProducts,
  ...visualCrossingProducts,
  ...weatherApiProducts,
  ...weatherKitProducts,
  ...feedProducts,
  ...radarProducts,
]

/** Starts a stand-in for all providers on one port. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const state = createState(options.now ?? Date.now, options.replay)
  const server = createServer((request, response) => {
    handle(state, request, response, options.onCall).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) deliver(response, json(500, { error: 'the simulator has a defect, see its log' }), null)
      else response.destroy()
    })
  })
  const { url, port, close } = await listen(server, options.port, options.host)
  return {
    url,
    port,
    calls: () => state.calls.counts(),
    reset: (what = 'all') => state.reset(what),
    setFaults: (faults, seed) => state.faults.set(faults, seed),
    setConditions(conditions) {
      state.world.forced = readConditions([...conditions], state.now())
    },
    setErrors(errors) {
      state.world.errors = readErrors([...errors])
    },
    close,
  }
}

async function handle(
  state: SimulatorState,
  request: IncomingMessage,
  response: ServerResponse,
  onCall: SimulatorOptions['onCall'],
): Promise<void> {
  const target = request.url ?? '/'
  const url = URL.parse(target, 'http://simulator.invalid')
  if (url === null) return deliver(response, json(400, { error: 'not a URL' }), null)
  if (url.pathname.startsWith(CONTROL_PREFIX)) return deliver(response, await control(state, request, url), null)

  const product = PRODUCTS.find((candidate) => candidate.matches(url.pathname))
  const id = product?.id ?? 'unknown/unknown'
  const wire: WireRequest = { path: url.pathname, query: url.searchParams, headers: request.headers, now: state.now() }
  const call = state.calls.add({
    at: wire.now,
    product: id,
    template: product?.template ?? 'unknown',
    method: request.method ?? 'GET',
    url: target,
  })
  const { delayMs, fault } = state.faults.strike({ provider: id.split('/')[0] ?? id, product: id, path: url.pathname })
  call.fault = fault?.kind ?? (delayMs > 0 ? 'delay' : null)
  onCall?.(call, null)
  request.resume()
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (response.destroyed) return
  const quiet = fault?.kind === 'empty' ? { ...state.world, isQuiet: true } : state.world
  const intact = answerFor(state, quiet, product, wire, call)
  const answer = spoil(intact, fault, id, wire)
  const silent = fault?.kind === 'hang' || (fault?.kind === 'reset' && fault.afterHeaders !== true)
  call.status = silent ? null : answer.status
  onCall?.(call, intact)
  deliver(response, { ...answer, headers: { ...answer.headers, 'x-simulated': call.mode ?? 'demo' } }, fault)
}

/** The stand-in's answer, or the recorded one if there is one and the request was valid. */
function answerFor(state: SimulatorState, world: World, product: Product | undefined, request: WireRequest, call: CallRecord): WireAnswer {
  call.mode = 'demo'
  const demo = product === undefined ? json(404, { error: 'no stand-in answers this path' }) : product.answer(world, request)
  const recorded = state.replay?.mapped(request) ?? (demo.status === 200 ? state.replay?.recorded(request) : null) ?? null
  if (recorded === null) return demo
  call.mode = 'replay'
  return recorded
}

function spoil(answer: WireAnswer, fault: FaultSpec | null, product: string, request: WireRequest): WireAnswer {
  if (fault?.kind === 'status') return errorAnswer(product, fault.status ?? 500, fault.reason, request)
  if (fault?.kind === 'html') return html(fault.status ?? 200, 'openresty')
  return answer
}
