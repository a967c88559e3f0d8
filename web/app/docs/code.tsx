import styles from './docs.module.css'

/** A code block. It scrolls sideways, so it can be focused. */
export function Code({ children, label }: { readonly children: string; readonly label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
      <code>{children}</code>
    </pre>
  )
}
