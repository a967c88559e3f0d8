import { AppShell, Burger, Group, NavLink, ScrollArea, Text, UnstyledButton } from '@mantine/core'
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
} from 'react-router'
import { api } from '../../api/browser.ts'
import { useSite } from '../../components/frame/use-site.ts'
import { buildSignInPath } from '../kit/api.tsx'
import { toApiFailure } from '../kit/failure.ts'
import { Icon } from '../kit/icon.tsx'
import { type Me, MeContext, useMe } from '../kit/me.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { FailureNote } from '../kit/notes.tsx'
import { Page } from '../kit/page.tsx'
import { ProofDialog } from '../kit/proof.tsx'
import { AlarmBar } from './alarm-bar.tsx'
import { BusyBar } from './busy-bar.tsx'
import { CommandPalette } from './command-palette.tsx'
import { rememberShortcut } from './early-shortcut.ts'
import { AccountMenu, SchemeMenu } from './menus.tsx'
import { NAVIGATION, findNavigationEntry } from './navigation.ts'
import styles from './shell.module.css'

export const meta = buildAdminMeta('Back office')

/** Loads the signed-in user; redirects to the sign-in page, which leads back, when there is none. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Me> {
  rememberShortcut()
  const { user } = await api.get('/api/auth/session')
  if (user !== null) return { user }
  const { pathname, search } = new URL(request.url)
  throw redirect(buildSignInPath(pathname + search))
}
clientLoader.hydrate = true as const

/** Revalidates on request, but not when a filter changes the address. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href

export default function Shell() {
  const me = useLoaderData<typeof clientLoader>()
  const site = useSite()
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
      <ProofDialog />
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
              <span className={styles.findText}>Find…</span>
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
          <BusyBar />
          <AlarmBar />
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <CommandPalette isOpen={isPaletteOpen} onOpen={palette.open} onClose={palette.close} />
    </MeContext>
  )
}

/** Loading the session failed: without a user there is no frame to show. */
export function ErrorBoundary() {
  const failure = toApiFailure(useRouteError())
  return (
    <main className={`back-office ${styles.alone}`}>
      <Page title="The back office cannot be shown">
        <FailureNote failure={failure} onRetry={() => location.reload()} />
      </Page>
    </main>
  )
}

/** All pages, by group. */
function Sidebar() {
  const { pathname } = useLocation()
  const { may } = useMe()
  const here = findNavigationEntry(pathname)?.page.to
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
