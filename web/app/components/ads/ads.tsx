import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Messages } from '../../../../src/messages/messages.ts'
import { reportVisit } from '../analytics/report.ts'
import styles from './ads.module.css'

export type Placement = 'dashboard' | 'hero' | 'recent-checks' | 'city-detail'

interface AdUnit {
  readonly placement: Placement
  readonly clientId: string
  readonly slotId: string
  readonly format: 'horizontal' | 'rectangle'
}

/** A page's ads. Without consent there are no units, so no space is reserved. */
export interface PageAdsView {
  readonly messages: Messages<'ads'>
  readonly consent: 'ask' | 'ads'
  readonly units: readonly AdUnit[]
}

/**
 * Whether this document was sent with the policy that ads need. Read once, before the first render: after in-browser navigation, the
 * mark of the page shown (page-ads.tsx) says nothing about the document's policy.
 */
const documentAllowsAds = typeof document === 'undefined' || document.querySelector('meta[name="ad-policy"]') !== null

declare global {
  // oxlint-disable-next-line no-var -- so it is declared on the window
  var adsbygoogle: unknown[] | undefined
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'
let isLoading = false

/** Fills the next empty `ins` of the page; loads the ad program's script on first use. */
function requestAd(clientId: string): void {
  if (!isLoading) {
    isLoading = true
    const script = document.createElement('script')
    script.src = `${SCRIPT}?client=${encodeURIComponent(clientId)}`
    script.async = true
    script.crossOrigin = 'anonymous'
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    document.head.append(script)
  }
  globalThis.adsbygoogle ??= []
  globalThis.adsbygoogle.push({})
}

/** Reloads on pages where no third-party scripts may run (the back office, a login), to leave a document that allows them. */
export function leaveAds(): void {
  if (documentAllowsAds) location.reload()
}

interface AdSlotOf {
  readonly ads: PageAdsView | null
  readonly placement: Placement
}

const SEEN_MS = 1_000
const SEEN_SHARE = 0.5

/** Reserved space for an ad, loaded when it comes near the viewport. Nothing without an ad. */
export function AdSlot({ ads, placement }: AdSlotOf) {
  const unit = documentAllowsAds ? ads?.units.find((each) => each.placement === placement) : undefined
  const slot = useRef<HTMLModElement>(null)
  const { clientId, slotId } = unit ?? {}

  useEffect(() => {
    const element = slot.current
    if (element === null || clientId === undefined || slotId === undefined) return undefined
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        near.disconnect()
        requestAd(clientId)
      },
      { rootMargin: '200px' },
    )
    near.observe(element)
    let timer: ReturnType<typeof setTimeout> | undefined
    const seen = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (!entries.at(-1)?.isIntersecting) return
        timer = setTimeout(() => {
          seen.disconnect()
          reportVisit({ type: 'ad_view', name: placement, slotId })
        }, SEEN_MS)
      },
      { threshold: SEEN_SHARE },
    )
    seen.observe(element)
    return () => {
      near.disconnect()
      seen.disconnect()
      clearTimeout(timer)
    }
  }, [clientId, slotId, placement])

  if (ads === null || unit === undefined) return null
  return (
    <div className={styles.ad}>
      <p className={styles.label}>{ads.messages.ad}</p>
      <ins
        ref={slot}
        key={slotId}
        className={`adsbygoogle ${styles[unit.format]}`}
        data-ad-client={clientId}
        data-ad-slot={slotId}
        suppressHydrationWarning
      />
    </div>
  )
}

/** Once per page with ads: marks its policy, and asks undecided visitors for consent. Two equal buttons; works without scripts. */
export function PageAds({ ads }: { readonly ads: PageAdsView | null }) {
  const { pathname, search } = useLocation()
  if (ads === null) return null
  if (ads.consent === 'ads') return <meta name="ad-policy" content="on" />
  return (
    <section className={styles.question} aria-label={ads.messages.title}>
      <form action="/settings" method="post" className={`wrap ${styles.answers}`}>
        <input type="hidden" name="from" value={pathname + search} />
        <p>{ads.messages.question}</p>
        <div className={styles.buttons}>
          <button type="submit" name="consent" value="none" className="button plain">
            {ads.messages.no}
          </button>
          <button type="submit" name="consent" value="ads" className="button plain">
            {ads.messages.yes}
          </button>
        </div>
      </form>
    </section>
  )
}
