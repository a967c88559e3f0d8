import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './rows.module.css'

/** A short list with dividers; takes `li` elements. */
export function Rows({
  isLoading = false,
  label,
  children,
}: {
  readonly isLoading?: boolean
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <ul className={styles.rows} aria-label={label} aria-busy={isLoading}>
      {isLoading
        ? [0, 1, 2].map((row) => (
            <li key={row}>
              <Skeleton height={16} width="40%" my="sm" />
            </li>
          ))
        : children}
    </ul>
  )
}
