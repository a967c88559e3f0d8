import { Anchor, Breadcrumbs, Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { findNavigationEntry } from '../frame/navigation.ts'
import { Soft } from './display.tsx'
import styles from './page.module.css'

interface PageProps {
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
  const place = findNavigationEntry(pathname)
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

interface PanelProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A section of a page, on its own surface. */
export function Panel({ title, description, actions, children }: PanelProps) {
  const id = useId()
  return (
    <Paper
      component="section"
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      shadow="xs"
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
    >
      {title === undefined && actions === undefined ? null : (
        <Group justify="space-between" align="flex-start" mb="md" gap="sm">
          <div>
            {title === undefined ? null : (
              <Title order={2} size="h4" id={id}>
                {title}
              </Title>
            )}
            {description === undefined ? null : <Soft maw="42rem">{description}</Soft>}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  )
}
