import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { placeOf } from '../frame/navigation.ts'
import styles from './page.module.css'

export interface PageProps {
  readonly title: ReactNode
  /** One sentence below the title. */
  readonly description?: ReactNode
  /** Buttons next to the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the back office: breadcrumbs, heading, actions, content. */
export function Page({ title, description, actions, children }: PageProps) {
  const { pathname } = useLocation()
  const place = placeOf(pathname)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          {place === undefined ? null : (
            <Breadcrumbs component="nav" aria-label="Breadcrumbs" className={styles.crumbs} separator="/">
              <Text span size="sm" c="dimmed">
                {place.group}
              </Text>
              {place.page.to === pathname ? null : (
                <Anchor component={Link} to={place.page.to} size="sm">
                  {place.page.label}
                </Anchor>
              )}
            </Breadcrumbs>
          )}
          <Title order={1} className={styles.title}>
            {title}
          </Title>
          {description === undefined ? null : (
            <Text c="dimmed" mt={4} maw="42rem">
              {description}
            </Text>
          )}
        </div>
        {actions === undefined ? null : <Group gap="sm">{actions}</Group>}
      </header>
      {children}
    </div>
  )
}
