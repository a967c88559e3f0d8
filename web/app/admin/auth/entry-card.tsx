import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import type { Site } from '../../root.tsx'
import styles from './entry-card.module.css'

export interface EntryCardProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
}

/** A page for signing in: a single form, without navigation. */
export function EntryCard({ title, description, children, footer }: EntryCardProps) {
  const site = useRouteLoaderData<Site>('root')
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers announce the new step.
  const first = useRef(title)
  useEffect(() => {
    if (title !== first.current) heading.current?.focus()
    first.current = title
  }, [title])
  return (
    <main className={`back-office ${styles.page}`}>
      <Link to="/" className={styles.name}>
        <svg width="30" height="30" aria-hidden="true" focusable="false">
          <use href="/icons.svg#logo" />
        </svg>
        {site?.siteName ?? 'Weather'}
      </Link>
      <Paper className={styles.card} radius="lg" shadow="sm">
        <Title order={1} fz={24} ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </Title>
        {description === undefined ? null : (
          <Text c="dimmed" mt={6}>
            {description}
          </Text>
        )}
        {children === undefined ? null : <div className={styles.body}>{children}</div>}
      </Paper>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </main>
  )
}
