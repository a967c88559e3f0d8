import autocannon from 'autocannon'
import { startService } from './processes.ts'

const CITIES = 20
const SCOPES = ['current', 'hourly', 'daily', 'minutely']
const SECONDS = 6

/** Twenty warm cities with four scopes each: what one batch takes, alone and under load, and against 80 single requests. */
export async function run(): Promise<void> {
  const service = await startService({ RATE_LIMITS: 'weather=0,batch=0,upstream=0,upstream-day=0' })
  const cities = Array.from({ length: CITIES }, (_, i) => ({ id: String(i), lat: 40 + i / 2, lon: 5, scopes: SCOPES }))
  const post = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    body: JSON.stringify({ cities }),
  }
  const url = `${service.url}/api/weather/batch`
  await (await fetch(url, post)).arrayBuffer()

  const alone = await autocannon({ url, ...post, connections: 1, duration: SECONDS })
  const busy = await autocannon({ url, ...post, connections: 20, duration: SECONDS })
  const single = await autocannon({
    url: `${service.url}/api/weather?lat=40&lon=5&scope=hourly`,
    headers: { 'accept-encoding': 'gzip' },
    connections: 20,
    duration: SECONDS,
  })
  console.log(`${CITIES} warm cities with ${SCOPES.length} scopes each, Node ${process.version}\n`)
  console.log('                     batches/s   answers/s   p50 ms   p99 ms')
  for (const [name, { requests, latency }] of [
    ['one at a time', alone],
    ['20 connections', busy],
  ] as const) {
    const cells = [
      requests.average.toFixed(0),
      (requests.average * CITIES * SCOPES.length).toFixed(0),
      latency.p50.toFixed(1),
      latency.p99.toFixed(1),
    ]
    console.log(`${name.padEnd(18)} ${cells.map((cell, i) => cell.padStart(i < 2 ? 11 : 8)).join(' ')}`)
  }
  console.log(
    `\nAnswers in a batch cost ${((busy.requests.average * CITIES * SCOPES.length) / single.requests.average).toFixed(1)} times less than asked for one by one.`,
  )
  await service.stop()
}
