import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { startService } from '../processes.ts'
import { type MeasuredRow, type Pace, plainRow } from '../row.ts'

const FULL = { requests: 100_000, places: 20_000 }
const QUICK = { requests: 20_000, places: 4_000 }
const REST_GOAL = { most: 200 }
const REST_MS = 35_000
const CONNECTIONS = 64
const HTML = { accept: 'text/html', 'accept-encoding': 'gzip' }

/** Resident memory of one process, without the embedded PostgreSQL. Linux only. */
export async function* memory({ rounds, isQuick }: Pace): AsyncGenerator<MeasuredRow> {
  const { requests, places } = isQuick ? QUICK : FULL
  const atRest: number[] = []
  for (let round = 1; round < rounds; round++) atRest.push((await residentMemory(0, 1)).atRest)
  const loaded = await residentMemory(requests, places)
  yield plainRow('at rest', 'MB', [...atRest, loaded.atRest], REST_GOAL)
  const said = `${requests.toLocaleString('en')} requests over ${places.toLocaleString('en')} places`
  yield plainRow(`at most, ${said}`, 'MB', [loaded.most])
  yield plainRow(`at rest after ${said}`, 'MB', [loaded.atRestAgain])
}

/**
 * In MB: at rest (ready, one answer and one page, then 35 s without requests); at most under requests for random places, more than any cache can
 * hold; and at rest again.
 */
async function residentMemory(requests: number, places: number): Promise<{ atRest: number; most: number; atRestAgain: number }> {
  // Beside its clients on one core, a burst of new places would be overload.
  const service = await startService({ MAX_EVENT_LOOP_DELAY_MS: '0' }, [])
  const pool = new Pool(service.url, { connections: CONNECTIONS })
  try {
    await ask(pool, 1, 1)
    await fetch(`${service.url}/weather/Berlin-52.52,13.41`, { headers: HTML }).then((page) => page.arrayBuffer())
    await sleep(REST_MS)
    const atRest = residentMb(service.pid)
    await ask(pool, requests, places)
    if (requests > 0) await sleep(REST_MS)
    return { atRest, most: residentMb(service.pid, 'VmHWM'), atRestAgain: residentMb(service.pid) }
  } finally {
    await pool.close()
    await service.stop()
  }
}

/** The weather at some of up to 500,000 places, each in its own cell. */
async function ask(pool: Pool, count: number, places: number): Promise<void> {
  let left = count
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const place = Math.floor(Math.random() * places)
      const [lat, lon] = [Math.floor(place / 1_000) / 10 - 20, (place % 1_000) / 10 - 50]
      const path = `/api/weather?lat=${lat.toFixed(1)}&lon=${lon.toFixed(1)}&scope=current`
      const { statusCode, body } = await pool.request({ method: 'GET', path })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
}

function residentMb(pid: number, field = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024)
}
