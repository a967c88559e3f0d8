import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { startService } from './processes.ts'

const REST_MS = 35_000
const CONNECTIONS = 64
const PARTS = 10
const HTML = { accept: 'text/html', 'accept-encoding': 'gzip' }

/** In MB. */
export interface ResidentMemory {
  readonly atRest: number
  /** After each tenth of the requests. */
  readonly underLoad: readonly { readonly requests: number; readonly failed: number; readonly mb: number }[]
  readonly atRestAgain: number
  readonly most: number
}

/**
 * Resident memory of one process, without the embedded PostgreSQL: at rest (ready, one answer and one page, then 35 s without requests), under
 * requests for random places, more than any cache can hold, and at rest again. Linux only.
 */
export async function residentMemory({
  requests,
  places,
}: {
  readonly requests: number
  readonly places: number
}): Promise<ResidentMemory> {
  const service = await startService({}, { nodeArgs: [], cores: [] })
  const pool = new Pool(service.url, { connections: CONNECTIONS })
  try {
    await pool.request({ method: 'GET', path: pathOf(0) }).then(({ body }) => body.dump())
    await fetch(`${service.url}/weather/Berlin-52.52,13.41`, { headers: HTML }).then((page) => page.arrayBuffer())
    await sleep(REST_MS)
    const atRest = residentMb(service.pid)
    const underLoad = []
    const each = Math.ceil(requests / PARTS)
    for (let part = 1; part <= (each > 0 ? PARTS : 0); part++) {
      const failed = await ask(pool, each, places)
      underLoad.push({ requests: part * each, failed, mb: residentMb(service.pid) })
    }
    if (each > 0) await sleep(REST_MS)
    return { atRest, underLoad, atRestAgain: residentMb(service.pid), most: residentMb(service.pid, 'VmHWM') }
  } finally {
    await pool.close()
    await service.stop()
  }
}

/** Prints `residentMemory`. Arguments: requests (1 million), places (200,000). */
export async function run([requests = '1000000', places = '200000']: readonly string[]): Promise<void> {
  const { atRest, underLoad, atRestAgain, most } = await residentMemory({ requests: Number(requests), places: Number(places) })
  console.log(`at rest: ${atRest} MB`)
  for (const part of underLoad) console.log(`${part.requests} requests over ${places} places (${part.failed} failed): ${part.mb} MB`)
  console.log(`at rest again: ${atRestAgain} MB, at most ${most} MB`)
}

/** Returns how many answers did not have status 200. */
async function ask(pool: Pool, count: number, places: number): Promise<number> {
  let left = count
  let failed = 0
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: pathOf(Math.floor(Math.random() * places)) })
      await body.dump()
      if (statusCode !== 200) failed += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  return failed
}

/** The weather at one of up to 500,000 places, each in its own cell. */
function pathOf(place: number): string {
  const [row, column] = [Math.floor(place / 1_000), place % 1_000]
  return `/api/weather?lat=${(row / 10 - 20).toFixed(1)}&lon=${(column / 10 - 50).toFixed(1)}&scope=current`
}

function residentMb(pid: number, field = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024)
}
