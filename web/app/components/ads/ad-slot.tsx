import { useEffect, useRef } from 'react'
import { report } from '../analytics/report.ts'
import styles from './ads.module.css'
import { documentAllowsAds, requestAd } from './ad-script.ts'
import type { PageAdsView, Placement } from './placement.ts'

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
          report({ type: 'ad_view', name: placement, slotId })
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
