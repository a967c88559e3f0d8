import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './note.module.css'

interface Props {
  readonly tone: 'good' | 'notice' | 'bad' | 'quiet'
  readonly title?: string
  /** Appeared in response to an action: announced by screen readers. */
  readonly isNews?: boolean
  readonly children: ReactNode
  onClose?(): void
}

/** A short notice above its subject. */
export function Note({ tone, title, isNews = false, children, onClose }: Props) {
  return (
    <div className={styles.note} data-tone={tone} {...(isNews ? { role: tone === 'bad' ? 'alert' : 'status' } : {})}>
      <div>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {onClose !== undefined && <CloseButton size="sm" aria-label="Close" onClick={onClose} />}
    </div>
  )
}
