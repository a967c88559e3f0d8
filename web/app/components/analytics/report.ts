/** An event in the form that /api/analytics/collect takes; the path is added. */
export interface VisitEvent {
  readonly type: 'pageview' | 'engagement' | 'ad_view' | 'vitals' | 'search'
  readonly path?: string
  readonly referrer?: string
  readonly name?: string
  readonly value?: number
  readonly slotId?: string
  /** Of a search that found nothing. */
  readonly text?: string
}

const MAX_EVENTS = 50
const DELAY_MS = 5_000

let waiting: VisitEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** False for visitors who opt out (Global Privacy Control, Do Not Track). The service checks this as well. */
export function canCountVisit({
  globalPrivacyControl,
  doNotTrack,
}: {
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}): boolean {
  return globalPrivacyControl !== true && doNotTrack !== '1'
}

/** Queues an event until there are several, some seconds have passed, or the page is hidden. */
export function reportVisit(event: VisitEvent): void {
  if (!canCountVisit(navigator)) return
  waiting.push({ path: location.pathname, ...event })
  if (waiting.length >= MAX_EVENTS) sendEvents()
  timer ??= setTimeout(sendEvents, DELAY_MS)
}

/** Sends the queue. The browser delivers it even after the page is closed. */
export function sendEvents(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  navigator.sendBeacon('/api/analytics/collect', JSON.stringify({ events: waiting }))
  waiting = []
}
