import { AppShell, NavLink, ScrollArea, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { NAVIGATION, placeOf } from './navigation.ts'
import styles from './sidebar.module.css'

/** All pages, by group. */
export function Sidebar() {
  const { pathname } = useLocation()
  const { may } = useMe()
  const here = placeOf(pathname)?.page.to
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => reveal(list.current?.querySelector(`a[href="${here}"]`)), [here])
  return (
    <AppShell.Section grow component={ScrollArea} type="scroll" className={styles.scroll} ref={list}>
      {NAVIGATION.map(({ label, pages }) => {
        const id = `group-${label.toLowerCase().replace(/\W+/g, '-')}`
        return (
          <div key={label} className={styles.group}>
            <Text component="h2" id={id} className={styles.label}>
              {label}
            </Text>
            <ul aria-labelledby={id}>
              {pages
                .filter(({ needs = 'viewer' }) => may(needs))
                .map((page) => (
                  <li key={page.to}>
                    <NavLink
                      component={Link}
                      to={page.to}
                      label={page.label}
                      leftSection={<Icon name={page.icon} />}
                      active={here === page.to}
                      aria-current={here === page.to ? 'page' : undefined}
                      className={styles.link}
                    />
                  </li>
                ))}
            </ul>
          </div>
        )
      })}
    </AppShell.Section>
  )
}

/** Scrolls the list until a link is visible. The browser’s own scrollIntoView would also move the starting point of the Tab key. */
function reveal(link: Element | null | undefined): void {
  const view = link?.closest('.mantine-ScrollArea-viewport')
  if (link === null || link === undefined || view === null || view === undefined) return
  const below = link.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom
  if (below > 0) view.scrollTop += below + MARGIN
}

const MARGIN = 12
