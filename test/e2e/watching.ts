import type { Page } from 'playwright-core'

/** The page’s requests from now on whose address matches. */
export function requestsOf(page: Page, pattern: RegExp): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url())) seen.push(request.url())
  })
  return seen
}

/** How far the layout has shifted without user input, and by how much the page is wider than the screen. */
export const SHIFT_AND_OVERFLOW = `new Promise((done) => {
  let moved = 0
  new PerformanceObserver((list) => { for (const shift of list.getEntries()) if (!shift.hadRecentInput) moved += shift.value }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done([moved, document.documentElement.scrollWidth - innerWidth]), 100)
})`
