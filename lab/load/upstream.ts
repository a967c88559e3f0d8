import { createServer } from 'node:http'
import { MINUTE_MS } from '../../src/time.ts'
import { listen } from '../../tools/listen.ts'
import type { Simulator } from '../../tools/upstream-simulator/simulator.ts'

/**
 * The simulated weather is made for the corners of a grid of this many degrees: making it costs as much as everything the service does with it.
 */
export const GRID_DEGREES = 10
/** Sources renew current weather every ten minutes to an hour. */
const RUN_MS = 30 * MINUTE_MS
const COORDINATES = /([?&](?:lat|lon|latitude|longitude)=)(-?[\d.]+)/g

interface Known {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The corner of the grid that stands for a place. */
export const cornerOf = (degrees: number): number => Math.round(degrees / GRID_DEGREES) * GRID_DEGREES

/** The simulator behind a cache: an HTTP upstream that fetches a corner's weather once for each model run. */
export async function startUpstream(simulator: Simulator, now: () => number) {
  let run = -1
  const known = new Map<string, Promise<Known>>()

  async function fetchKnown(path: string): Promise<Known> {
    const response = await fetch(simulator.url + path)
    const headers = Object.fromEntries(['content-type', 'x-simulated'].flatMap((name) => [[name, response.headers.get(name) ?? '']]))
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').replaceAll(COORDINATES, (_, name: string, degrees: string) => name + cornerOf(Number(degrees)))
    const thisRun = Math.floor(now() / RUN_MS)
    if (thisRun !== run) known.clear()
    run = thisRun
    const answer = known.get(path) ?? fetchKnown(path)
    known.set(path, answer)
    answer.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    )
  })
  return listen(server, 0)
}
