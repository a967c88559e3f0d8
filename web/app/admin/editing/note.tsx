import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './note.module.css'

interface Props {
  readonly tone: 'good' | 'notice' | 'bad' | 'quiet'
  readonly title?: string
  /** It came in answer to something: it is read out. */
  readonly isNews?: boolean
  readonly children: ReactNode
  onClose?(): void
}

/** A few words on a surface of their own, above what they are about. */
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
