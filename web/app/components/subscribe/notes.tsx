import type { Outcome } from './outcome.server.ts'
import styles from './subscribe.module.css'

/** The outcome of the form, announced by screen readers. */
export function Notes({ outcome }: { readonly outcome: Outcome | null }) {
  return (
    <div className={styles.notes}>
      <div role="status" className={styles.notes}>
        {outcome?.done.map((text) => (
          <p key={text} className="note good">
            {text}
          </p>
        ))}
      </div>
      <div role="alert" className={styles.notes}>
        {[...(outcome?.problems ?? []), ...(outcome?.fields.place === undefined ? [] : [outcome.fields.place])].map((text) => (
          <p key={text} className="note bad">
            {text}
          </p>
        ))}
      </div>
    </div>
  )
}
