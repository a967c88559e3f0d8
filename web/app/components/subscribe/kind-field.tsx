import { useId } from 'react'
import styles from './subscribe.module.css'
import type { KindView } from './view.server.ts'

/** One kind of mail: on or off, and how often. A single kind needs no checkbox. */
export function KindField({ kind, isOnly = false }: { readonly kind: KindView; readonly isOnly?: boolean }) {
  const id = useId()
  return (
    <div className={styles.kind}>
      {!isOnly && (
        <label className={styles.tick}>
          <input type="checkbox" name="type" value={kind.type} defaultChecked={kind.checked} aria-describedby={`${id}-text`} />
          {kind.label}
        </label>
      )}
      {!isOnly && (
        <p id={`${id}-text`} className={`soft small ${styles.text}`}>
          {kind.text}
        </p>
      )}
      <select name={`frequency.${kind.type}`} defaultValue={kind.frequency} aria-label={kind.frequencyLabel} className={styles.select}>
        {kind.frequencies.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
