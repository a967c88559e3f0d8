import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Waits until a search is counted, which happens behind its answer, and its ranking, which is kept for some seconds, is made anew. */
export function untilSearched(app: TestApp, name: string): Promise<void> {
  return until(`${name} is among the popular places`, async () => {
    app.clock.advance({ seconds: 3 })
    const { checks } = (await app.get('/api/recent-checks')).body
    return checks.some((check: { readonly name: string | null }) => check.name === name)
  })
}
