import { report, sendEvents } from './report.ts'
import { watchVitals } from './vitals.ts'

export interface CountedVisit {
  /** Call when a page is shown. */
  show(path: string): void
}

let counted: CountedVisit | undefined

/** Counts pages, their time in view (seconds), and the document's web vitals. Call once per document. */
export function countVisit(): CountedVisit {
  counted ??= startCounting()
  return counted
}

function startCounting(): CountedVisit {
  const vitals = watchVitals()
  let path: string | undefined
  let [visibleSince, visibleMs] = [document.visibilityState === 'visible' ? performance.now() : null, 0] as [number | null, number]
  let areVitalsTold = false

  function endPage(): void {
    if (visibleSince !== null) visibleMs += performance.now() - visibleSince
    const seconds = Math.round(visibleMs / 1_000)
    if (path !== undefined && seconds > 0) report({ type: 'engagement', path, value: seconds })
    visibleMs = 0
    visibleSince = document.visibilityState === 'visible' ? performance.now() : null
  }

  function tellVitals(): void {
    if (areVitalsTold || path === undefined) return
    areVitalsTold = true
    for (const [name, value] of vitals.read()) report({ type: 'vitals', path: firstPath, name, value: Math.round(value * 1e4) / 1e4 })
  }

  const firstPath = location.pathname
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      visibleSince = performance.now()
      return
    }
    endPage()
    tellVitals()
    sendEvents()
  })

  return {
    show(next) {
      if (next === path) return
      const referrer = path === undefined ? document.referrer : ''
      endPage()
      path = next
      report({ type: 'pageview', path, ...(referrer === '' ? {} : { referrer }) })
    },
  }
}
