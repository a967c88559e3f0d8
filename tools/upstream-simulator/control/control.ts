import type { IncomingMessage } from 'node:http'
import { readFaults } from '../faults/faults.ts'
import { array, BadControl, instant, number, object, text } from '../input.ts'
import { openLibrary } from '../replay/library.ts'
import type { SimulatorState } from '../state.ts'
import { json, type WireAnswer } from '../wire.ts'
import { readConditions } from './conditions.ts'
import { readErrors } from './errors.ts'
import { explain } from './page.ts'

export const CONTROL_PREFIX = '/__simulator/'
const MAX_BODY = 1024 * 1024

/** Answers a request under `/__simulator/`. These calls are not counted, and faults do not affect them. */
export async function control(state: SimulatorState, request: IncomingMessage, url: URL): Promise<WireAnswer> {
  const action = `${request.method} ${url.pathname.slice(CONTROL_PREFIX.length)}`
  try {
    switch (action) {
      case 'GET ':
        return {
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: explain(`http://127.0.0.1:${request.socket.localPort}`),
        }
      case 'GET calls':
        return json(200, state.calls.counts())
      case 'POST reset':
        state.reset(url.searchParams.get('only') === 'calls' ? 'calls' : 'all')
        return json(200, { reset: true })
      case 'GET faults':
        return json(200, { faults: state.faults.list() })
      case 'PUT faults': {
        const body = await readBody(request, 'faults')
        state.faults.set(readFaults(body['faults']), number(body['seed'], 'seed', 0, 2 ** 31))
        return json(200, { faults: state.faults.list() })
      }
      case 'GET time':
        return json(200, time(state))
      case 'PUT time':
        setTime(state, await readBody(request, 'fixed'))
        return json(200, time(state))
      case 'GET replay':
        return json(200, replay(state))
      case 'PUT replay':
        setReplay(state, await readBody(request, 'dir'))
        return json(200, replay(state))
      case 'GET conditions':
        return json(200, { conditions: state.world.forced })
      case 'PUT conditions':
        state.world.forced = readConditions((await readBody(request, 'conditions'))['conditions'], state.now())
        return json(200, { conditions: state.world.forced })
      case 'GET errors':
        return json(200, { errors: [...state.world.errors].map(([provider, model]) => ({ provider, ...model })) })
      case 'PUT errors':
        state.world.errors = readErrors((await readBody(request, 'errors'))['errors'])
        return json(200, { errors: state.world.errors.size })
      default:
        return json(404, { error: `there is no ${action.slice(0, 100)} here` })
    }
  } catch (error) {
    if (error instanceof BadControl) return json(400, { error: error.message })
    throw error
  }
}

/** The body of a request, an object. `example` is one of its fields, for the error. @throws BadControl */
async function readBody(request: IncomingMessage, example: string): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY) throw new BadControl('the body is larger than 1 MiB')
    parts.push(part)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    return object(body, `the body, as in {"${example}": …},`)
  } catch (error) {
    throw error instanceof BadControl ? error : new BadControl('the body is not JSON')
  }
}

function time(state: SimulatorState): Record<string, unknown> {
  return {
    now: new Date(state.now()).toISOString(),
    offsetMs: state.time.offsetMs,
    fixed: state.time.fixed === null ? null : new Date(state.time.fixed).toISOString(),
  }
}

/** `{ fixed }` stops the clock, `{ offsetMs }` moves it, `{}` resets it. */
function setTime(state: SimulatorState, body: Record<string, unknown>): void {
  const fixed = instant(body['fixed'], 'fixed')
  const offsetMs = number(body['offsetMs'], 'offsetMs', -4e12, 4e12)
  if (fixed !== undefined && offsetMs !== undefined) throw new BadControl('fixed and offsetMs exclude each other')
  state.time = { fixed: fixed ?? null, offsetMs: offsetMs ?? 0 }
}

function replay(state: SimulatorState): Record<string, unknown> {
  return { dir: state.replay?.dir ?? null, files: state.replay?.files ?? [], map: state.replay?.mappings ?? [] }
}

/** `{ dir, map? }` replays a folder, `{ dir: null }` ends it; `map` alone keeps the folder. */
function setReplay(state: SimulatorState, body: Record<string, unknown>): void {
  const dir = body['dir'] === null ? null : (text(body['dir'], 'dir') ?? state.replay?.dir ?? null)
  const mappings = array(body['map'] ?? [], 'map', 200).map((element) => {
    const bag = object(element, 'map element')
    const path = text(bag['path'], 'path')
    const file = text(bag['file'], 'file')
    if (path === undefined || file === undefined) throw new BadControl('a map element needs path and file')
    return { path, file }
  })
  if (dir === null && mappings.length > 0) throw new BadControl('map needs a dir')
  state.replay = dir === null ? null : openLibrary(dir, mappings)
}
