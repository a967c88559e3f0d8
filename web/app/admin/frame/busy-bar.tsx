import { useIsMutating } from '@tanstack/react-query'
import styles from './busy-bar.module.css'

/** A bar below the header while a change takes longer than a moment, wherever it was begun. */
export function BusyBar() {
  const isBusy = useIsMutating() > 0
  return (
    <div role="status" className={styles.bar} data-busy={isBusy}>
      {isBusy && <span className="unseen">Working</span>}
    </div>
  )
}
