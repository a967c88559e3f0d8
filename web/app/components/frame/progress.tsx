import { useNavigation } from 'react-router'
import styles from './progress.module.css'

/** Indicates that the next page is loading, if that takes longer than a moment. */
export function Progress({ text }: { readonly text: string }) {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div role="status" className={styles.place}>
      {isLoading && (
        <div className={styles.bar}>
          <span className="unseen">{text}</span>
        </div>
      )}
    </div>
  )
}
