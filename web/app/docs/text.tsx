import type { ReactNode } from 'react'
import styles from './docs.module.css'

/** A description, with text in backticks as code. */
export function Text({ of }: { readonly of: string }): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change order
  return of.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))
}

/** A code block. It scrolls sideways, so it can be focused. */
export function Code({ children, label }: { readonly children: string; readonly label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
      <code>{children}</code>
    </pre>
  )
}
