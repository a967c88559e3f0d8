import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Waits until a search is counted, which happens after its answer, and the ranking, which is cached for some seconds, is recomputed. */
export function untilSearched(app: TestApp, name: string): Promise<void> {
  return until(`${name} is among the popular places`, async () => {
    app.clock.advance({ seconds: 3 })
    const { checks } = (await app.get('/api/recent-checks')).body
    return checks.some((check: { readonly name: string | null }) => check.name === name)
  })
}
