import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** The page’s requests from now on whose address matches. */
export function requestsOf(page: Page, pattern: RegExp): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url())) seen.push(request.url())
  })
  return seen
}

/**
 * Fails if anything has moved without user input since the page was loaded, if the page is wider than the screen, or if a text is
 * still invisible, which parts are only while they arrive. Not for pages without scripts, whose timers stand still.
 */
export async function assertSteady(page: Page, what = page.url()): Promise<void> {
  assert.deepEqual(await page.evaluate(STEADINESS), { moves: [], overflow: 0, invisible: [] }, what)
}

/** Each layout shift as its score, and what has moved from where to where; by how much the page is wider than the screen; and what has text that is not seen. */
const STEADINESS = `new Promise((done) => {
  const moves = []
  const name = (node) => (node?.outerHTML ?? node?.parentElement?.outerHTML ?? 'removed').slice(0, 90)
  const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const { value, sources, hadRecentInput } of list.getEntries())
      if (!hadRecentInput)
        moves.push([value.toFixed(5), ...sources.map(({ node, previousRect, currentRect }) => at(previousRect) + ' → ' + at(currentRect) + ' ' + name(node))])
  }).observe({ type: 'layout-shift', buffered: true })
  const isUnseen = (element) => element.textContent !== '' && element.checkVisibility() && !element.checkVisibility({ visibilityProperty: true })
  const invisible = [...document.body.querySelectorAll(':not([data-ready="false"], [data-ready="false"] *)')].filter(isUnseen).map(name)
  setTimeout(() => done({ moves, overflow: document.documentElement.scrollWidth - innerWidth, invisible }), 100)
})`
