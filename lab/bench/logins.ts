import autocannon from 'autocannon'
import { median } from '../median.ts'
import { type Listening, startService } from './processes.ts'

const ROUNDS = 5
const SECONDS = 4
const LOGINS = 20
const PATH = '/api/weather?lat=52.52&lon=13.41&scope=current'
const ACCOUNT = { email: 'bench@example.org', password: 'a passphrase for the bench' }

/**
 * A hot place at a steady rate, well below what the service can do, with and without twenty logins running all the time, in turns: what hashing
 * passwords costs everybody else. The rate comes from another thread; the measure is the time that answers take.
 */
export async function run(args: readonly string[]): Promise<void> {
  const rate = Number(args[0] ?? 500)
  const service = await startService({
    ADMIN_EMAIL: ACCOUNT.email,
    ADMIN_PASSWORD: ACCOUNT.password,
    RATE_LIMITS:
      'weather=999999999,login=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0,upstream-second=0,upstream-second-day=0',
  })
  await fetch(service.url + PATH)
  await measure(service, rate)
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s each in turns, ${rate} answers a second, ${LOGINS} logins at once, Node ${process.version}\n`,
  )
  const [without, during]: [Measured[], Measured[]] = [[], []]
  const logins: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await measure(service, rate))
    const crowd = startLogins(service)
    during.push(await measure(service, rate))
    logins.push((await crowd.stop()) / SECONDS)
  }
  await service.stop()
  for (const name of ['p50Ms', 'p99Ms', 'maxMs'] as const) {
    const [a, b] = [median(without.map((each) => each[name])), median(during.map((each) => each[name]))]
    console.log(
      `${name.replace('Ms', '').padEnd(4)} ${a.toFixed(1).padStart(6)} ms without, ${b.toFixed(1).padStart(6)} ms during logins, ratio ${(b / a).toFixed(2)}`,
    )
  }
  console.log(`${median(logins).toFixed(0)} logins a second beside it`)
}

interface Measured {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

async function measure({ url }: Listening, rate: number): Promise<Measured> {
  const result = await autocannon({ url: url + PATH, connections: 10, overallRate: rate, duration: SECONDS, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors`)
  return { p50Ms: result.latency.p50, p99Ms: result.latency.p99, maxMs: result.latency.max }
}

/** Each login is followed by another. `stop` resolves to their number. */
function startLogins({ url }: Listening): { stop(): Promise<number> } {
  const ended = new AbortController()
  let count = 0
  async function loop(): Promise<void> {
    while (!ended.signal.aborted) {
      const response = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ACCOUNT),
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`a login answered ${response.status}`)
      count += 1
    }
  }
  const loops = Array.from({ length: LOGINS }, loop)
  return {
    async stop() {
      ended.abort()
      await Promise.all(loops)
      return count
    },
  }
}
