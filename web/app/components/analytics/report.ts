/** What a page tells of a visit, as /api/analytics/collect takes it; the path is added. */
export interface VisitEvent {
  readonly type: 'pageview' | 'engagement' | 'ad_view' | 'vitals'
  readonly path?: string
  readonly referrer?: string
  readonly name?: string
  readonly value?: number
  readonly slotId?: string
}

const MAX_EVENTS = 50
const DELAY_MS = 5_000

let waiting: VisitEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Who asks not to be counted is not (Global Privacy Control, Do Not Track). The service looks for itself as well. */
export function mayCount({ globalPrivacyControl, doNotTrack }: { globalPrivacyControl?: boolean; doNotTrack?: string | null }): boolean {
  return globalPrivacyControl !== true && doNotTrack !== '1'
}

/** Keeps an event until there are a few, some seconds have passed, or the page goes. */
export function report(event: VisitEvent): void {
  if (!mayCount(navigator)) return
  waiting.push({ path: location.pathname, ...event })
  if (waiting.length >= MAX_EVENTS) sendEvents()
  timer ??= setTimeout(sendEvents, DELAY_MS)
}

/** Sends what waits. The browser sees to it that it arrives even if the page is gone. */
export function sendEvents(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  navigator.sendBeacon('/api/analytics/collect', JSON.stringify({ events: waiting }))
  waiting = []
}
