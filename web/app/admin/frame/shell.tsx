import { AppShell, Burger, Group, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  Outlet,
  redirect,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { api } from '../../api/browser.ts'
import type { Site } from '../../root.tsx'
import { failureOf, signInPath } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Icon } from '../kit/icon.tsx'
import { type Me, MeContext } from '../kit/me.ts'
import { Page } from '../kit/page.tsx'
import { titled } from '../kit/title.ts'
import { AccountMenu } from './account-menu.tsx'
import { CommandPalette } from './command-palette.tsx'
import { SchemeMenu } from './scheme-menu.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

export const meta = titled('Back office')

/** Loads the signed-in user; redirects to the sign-in page, which leads back, when there is none. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Me> {
  const { user } = await api.get('/api/auth/session')
  if (user !== null) return { user }
  const { pathname, search } = new URL(request.url)
  throw redirect(signInPath(pathname + search))
}
clientLoader.hydrate = true as const

/** Revalidates on request, but not when a filter changes the address. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href

export default function Shell() {
  const me = useLoaderData<typeof clientLoader>()
  const site = useRouteLoaderData<Site>('root')
  const { pathname } = useLocation()
  const [isMenuOpen, menu] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    menu.close()
    // As after a page load: keyboard and screen reader start at the page's beginning.
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, menu])
  useHotkeys([['Escape', menu.close]])

  return (
    <MeContext value={me}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <AppShell
        className="back-office"
        header={{ height: 60 }}
        navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
        padding={{ base: 'md', sm: 'xl' }}
      >
        <AppShell.Header className={styles.header}>
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isMenuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
              aria-expanded={isMenuOpen}
              aria-controls="navigation"
            />
            <Link to="/admin" className={styles.name}>
              <svg width="26" height="26" aria-hidden="true" focusable="false">
                <use href="/icons.svg#logo" />
              </svg>
              {site?.siteName ?? 'Back office'}
            </Link>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <UnstyledButton className={styles.find} onClick={palette.open} aria-keyshortcuts="Meta+K Control+K" aria-haspopup="dialog">
              <Icon name="search" size={16} />
              <span className={styles.findText}>Go to…</span>
              <kbd className={styles.key}>{/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>
            </UnstyledButton>
            <SchemeMenu />
            <AccountMenu />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar id="navigation" className={styles.navbar} aria-label="Back office" data-open={isMenuOpen}>
          <Sidebar />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} className={styles.main}>
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <CommandPalette isOpen={isPaletteOpen} onOpen={palette.open} onClose={palette.close} />
    </MeContext>
  )
}

/** Loading the session failed: without a user there is no frame to show. */
export function ErrorBoundary() {
  const failure = failureOf(useRouteError())
  return (
    <main className={`back-office ${styles.alone}`}>
      <Page title="The back office cannot be shown">
        <FailureNote failure={failure} onRetry={() => location.reload()} />
      </Page>
    </main>
  )
}
