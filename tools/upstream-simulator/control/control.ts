import type { IncomingMessage } from 'node:http'
import { Type } from 'typebox'
import { readFaults } from '../faults/faults.ts'
import { BadControl, read, TEXT } from '../input.ts'
import { openLibrary } from '../replay/library.ts'
import type { SimulatorState } from '../state.ts'
import { json, type WireAnswer } from '../wire.ts'
import { readConditions } from './conditions.ts'
import { readErrors } from './errors.ts'
import { explain } from './page.ts'

export const CONTROL_PREFIX = '/__simulator/'
const MAX_BODY = 1024 * 1024
const FAULTS = Type.Object({ seed: Type.Optional(Type.Number({ minimum: 0, maximum: 2 ** 31 })), faults: Type.Unknown() })
const CONDITIONS = Type.Object({ conditions: Type.Unknown() })
const ERRORS = Type.Object({ errors: Type.Unknown() })
const REPLAY = Type.Object({
  dir: Type.Optional(Type.Union([TEXT, Type.Null()])),
  map: Type.Optional(Type.Array(Type.Object({ path: TEXT, file: TEXT }), { maxItems: 200 })),
})

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
        const { seed, faults } = read(FAULTS, await readBody(request), bodyLike('faults'))
        state.faults.set(readFaults(faults), seed)
        return json(200, { faults: state.faults.list() })
      }
      case 'GET replay':
        return json(200, replay(state))
      case 'PUT replay':
        setReplay(state, await readBody(request))
        return json(200, replay(state))
      case 'GET conditions':
        return json(200, { conditions: state.world.forced })
      case 'PUT conditions':
        state.world.forced = readConditions(read(CONDITIONS, await readBody(request), bodyLike('conditions')).conditions, state.now())
        return json(200, { conditions: state.world.forced })
      case 'GET errors':
        return json(200, { errors: [...state.world.errors].map(([provider, model]) => ({ provider, ...model })) })
      case 'PUT errors':
        state.world.errors = readErrors(read(ERRORS, await readBody(request), bodyLike('errors')).errors)
        return json(200, { errors: state.world.errors.size })
      default:
        return json(404, { error: `there is no ${action.slice(0, 100)} here` })
    }
  } catch (error) {
    if (error instanceof BadControl) return json(400, { error: error.message })
    throw error
  }
}

/** What errors call the body of which this is a field. */
const bodyLike = (field: string): string => `the body, as in {"${field}": …},`

/** @throws BadControl */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY) throw new BadControl('the body is larger than 1 MiB')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw new BadControl('the body is not JSON')
  }
}

function replay(state: SimulatorState): Record<string, unknown> {
  return { dir: state.replay?.dir ?? null, map: state.replay?.mappings ?? [] }
}

/** `{ dir, map? }` replays a folder, `{ dir: null }` ends it; `map` alone keeps the folder. */
function setReplay(state: SimulatorState, body: unknown): void {
  const { dir = state.replay?.dir ?? null, map = [] } = read(REPLAY, body, bodyLike('dir'))
  if (dir === null && map.length > 0) throw new BadControl('map needs a dir')
  state.replay = dir === null ? null : openLibrary(dir, map)
}
