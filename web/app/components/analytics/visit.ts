import { reportVisit, sendEvents } from './report.ts'

let show: ((path: string) => void) | undefined

/** Counts a page that is shown, its time in view (seconds), and the document's web vitals. */
export function countPage(path: string): void {
  show ??= startCounting()
  show(path)
}

function startCounting(): (path: string) => void {
  const vitals = watchVitals()
  let path: string | undefined
  let [visibleSince, visibleMs] = [document.visibilityState === 'visible' ? performance.now() : null, 0] as [number | null, number]
  let areVitalsSent = false

  function endPage(): void {
    if (visibleSince !== null) visibleMs += performance.now() - visibleSince
    const seconds = Math.round(visibleMs / 1_000)
    if (path !== undefined && seconds > 0) reportVisit({ type: 'engagement', path, value: seconds })
    visibleMs = 0
    visibleSince = document.visibilityState === 'visible' ? performance.now() : null
  }

  function sendVitals(): void {
    if (areVitalsSent || path === undefined) return
    areVitalsSent = true
    for (const [name, value] of vitals.read()) reportVisit({ type: 'vitals', path: firstPath, name, value: Math.round(value * 1e4) / 1e4 })
  }

  const firstPath = location.pathname
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      visibleSince = performance.now()
      return
    }
    endPage()
    sendVitals()
    sendEvents()
  })

  return (next) => {
    if (next === path) return
    const referrer = path === undefined ? document.referrer : ''
    endPage()
    path = next
    reportVisit({ type: 'pageview', path, ...(referrer === '' ? {} : { referrer }) })
  }
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

interface Interaction extends PerformanceEntry {
  readonly interactionId?: number
}

/** A session window of layout shifts: at most 5 s long, without a gap of a second (web.dev/articles/cls). */
const BURST_MS = 5_000
const PAUSE_MS = 1_000
/** Shorter interactions are ignored: they cannot be the slowest. */
const SLOW_MS = 40

/** The web vitals of a document as measured by the browser; milliseconds, CLS without a unit. Starts to measure. */
function watchVitals() {
  const vitals = new Map<string, number>()
  const pending: (() => void)[] = []
  /** False if the browser does not measure it. */
  const observe = (type: string, take: (entry: PerformanceEntry) => unknown): boolean => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return false
    const takeAll = (entries: PerformanceEntryList) => {
      for (const entry of entries) take(entry)
    }
    const observer = new PerformanceObserver((list) => takeAll(list.getEntries()))
    observer.observe({ type, buffered: true, ...(type === 'event' ? { durationThreshold: SLOW_MS } : {}) } as PerformanceObserverInit)
    pending.push(() => takeAll(observer.takeRecords()))
    return true
  }
  observe('paint', ({ name, startTime }) => name === 'first-contentful-paint' && vitals.set('FCP', startTime))
  observe('largest-contentful-paint', ({ startTime }) => vitals.set('LCP', startTime))
  observe('navigation', (entry) => vitals.set('TTFB', (entry as PerformanceNavigationTiming).responseStart))
  const addShift = createShiftSum((worst) => vitals.set('CLS', worst))
  if (observe('layout-shift', (entry) => addShift(entry as Shift))) vitals.set('CLS', 0)
  observe('event', (entry) => {
    if (((entry as Interaction).interactionId ?? 0) > 0) vitals.set('INP', Math.max(vitals.get('INP') ?? 0, entry.duration))
  })
  return {
    /** The values known so far. */
    read(): ReadonlyMap<string, number> {
      for (const take of pending) take()
      return vitals
    },
  }
}

/** Sums shifts by session window, and reports the worst window whenever it grows. */
export function createShiftSum(onWorse: (worst: number) => void): (shift: Pick<Shift, 'startTime' | 'value' | 'hadRecentInput'>) => void {
  let [first, last, sum, worst] = [-Infinity, -Infinity, 0, 0]
  return ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return
    const goesOn = startTime - last < PAUSE_MS && startTime - first < BURST_MS
    if (!goesOn) [first, sum] = [startTime, 0]
    last = startTime
    sum += value
    if (sum <= worst) return
    worst = sum
    onWorse(worst)
  }
}
