import { request } from 'undici'
import { nginxVersion, startNginx } from '../nginx.ts'
import { startListening, startService } from '../processes.ts'
import type { MeasuredRow, Pace } from '../table/row.ts'
import { loadInTurns } from '../table/side-by-side.ts'
import { GZIP, PLACE } from './hot.ts'

/** A hot place beside nginx, which has cached the same status, headers and bytes from a bare server. */
export async function* nginx(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const version = nginxVersion()
  if (version === undefined) return console.log('nginx: left out, nginx is not installed.')
  const service = closing.use(await startService())
  for (const [name, scope, headers, isInQuick] of [
    ['current', 'current', {}, false],
    ['current, gzip', 'current', GZIP, true],
    ['hourly, gzip', 'hourly', GZIP, false],
  ] as const) {
    if (pace.isQuick && !isInQuick) continue
    const path = PLACE + scope
    const url = service.url + path
    await fetch(url)
    const bare = closing.use(await startListening(['lab/bench/bare-server.ts', url, JSON.stringify(headers)]))
    const cache = closing.use(await startNginx(bare.url))
    await (await request(cache.url + path, { headers })).body.dump()
    // From now on only the cache can answer.
    await bare.stop()
    const rounds = await loadInTurns({ url, headers }, { url: cache.url + path, headers }, pace)
    yield { name, unit: '/s', yardstick: `${version} proxy_cache`, goal: { ratio: 0.5 }, rounds }
  }
}
