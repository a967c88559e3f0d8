import styles from './status.module.css'

export type Tone = 'good' | 'notice' | 'bad' | 'busy' | 'quiet'

/** A state in one word; the colour is additional. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: React.ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
