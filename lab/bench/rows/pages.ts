import { AS_BROWSER } from '../pages.ts'
import { startService } from '../processes.ts'
import type { MeasuredRow, Pace } from '../table/row.ts'
import { besideBare } from './bare.ts'

const PAGES = [
  ['front page', '/'],
  ['a place', '/weather/Berlin-52.52,13.41'],
] as const

/** Pages that many people open at once: kept for a second, and rendered anew each time. */
export async function* pages(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  for (const [how, env, goal] of [
    ['kept', {}, { ratio: 0.03 }],
    ['made anew', { PAGES_KEPT_MS: '0' }, null],
  ] as const) {
    const service = closing.use(await startService(env))
    for (const [page, path] of pace.isQuick ? PAGES.slice(0, 1) : PAGES) {
      // The page of a place redirects to its full name.
      const { url } = await fetch(service.url + path, { headers: AS_BROWSER })
      yield await besideBare({ name: `${page}, ${how}`, goal, url: service.url + new URL(url).pathname, headers: AS_BROWSER }, pace)
    }
    await service.stop()
  }
}
