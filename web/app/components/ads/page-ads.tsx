import { useLocation } from 'react-router'
import styles from './ads.module.css'
import type { PageAdsView } from './placement.ts'

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
