import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { Connection } from '../../offline/connection.tsx'
import type { Site } from './site.server.ts'
import { Analytics } from '../analytics/analytics.tsx'
import { useMailed, useSiteLanguage } from './use-site.ts'
import styles from './frame.module.css'
import { Icon } from '../icon.tsx'
import { LANG_NAMES, SITE_LANGS } from '../../visit/languages.ts'
import { type Chosen, preferencesCookie } from '../../visit/preferences.ts'

/** A public page: header, content, footer. */
export function Frame({ site, children }: { readonly site: Site; readonly children: ReactNode }) {
  const content = useBeginning()
  return (
    <>
      <a className={styles.skip} href="#content" {...useSiteLanguage(site)}>
        {site.m.skip}
      </a>
      <Progress text={site.m.loading} />
      <Header site={site} />
      <Connection site={site} />
      <main ref={content} id="content" tabIndex={-1} className={`wrap ${styles.main}`}>
        {children}
      </main>
      <Footer site={site} />
      <Analytics isBot={site.isBot} />
    </>
  )
}

/** Moves the focus to the top after navigation, as after a page load: the focused link is gone. */
function useBeginning(): React.RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

function Header({ site }: { readonly site: Site }) {
  const isFront = useLocation().pathname === '/'
  return (
    <header className={styles.header} {...useSiteLanguage(site)}>
      <div className={`wrap ${styles.bar}`}>
        <Link to="/" className={styles.name}>
          <Icon name="logo" size={28} />
          {site.siteName}
        </Link>
        {!isFront && (
          <Link to="/" className={styles.search}>
            <Icon name="search" />
            <span>{site.m.searchPlace}</span>
          </Link>
        )}
        <Settings site={site} />
      </div>
    </header>
  )
}

/** Links to the settings page (language, units, clock, colours, ads), which returns here unless this address is secret. */
function Settings({ site }: { readonly site: Site }) {
  const isMailed = useMailed() !== undefined
  const { pathname, search } = useLocation()
  return (
    <Link to={isMailed ? '/settings' : `/settings?from=${encodeURIComponent(pathname + search)}`} className={styles.link} rel="nofollow">
      <Icon name="gear" />
      <span>{site.m.settings}</span>
    </Link>
  )
}

/** Indicates that the next page is loading, if that takes longer than a moment. */
function Progress({ text }: { readonly text: string }) {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div role="status" className={styles.place}>
      {isLoading && (
        <div className={styles.progressBar}>
          <span className="unseen">{text}</span>
        </div>
      )}
    </div>
  )
}

/** The footer of public pages. A language chosen here is stored like a setting, or the next page would lose it. */
function Footer({ site }: { readonly site: Site }) {
  const { m, pages, siteName, lang, chosen } = site
  const isMailed = useMailed() !== undefined
  const { search } = useLocation()
  return (
    <footer className={styles.footer} {...useSiteLanguage(site)}>
      <div className={`wrap ${styles.inner}`}>
        <nav aria-label={m.about}>
          <ul className={styles.links}>
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/pages/${slug}`}>{title}</Link>
              </li>
            ))}
            <li>
              <Link to="/accuracy">{m.accuracy}</Link>
            </li>
            <li>
              <a href="/api/docs">{m.api}</a>
            </li>
          </ul>
        </nav>
        {!isMailed && (
          <nav aria-label={m.language}>
            <ul className={styles.links}>
              {SITE_LANGS.filter((each) => each !== lang).map((each) => (
                <li key={each}>
                  <a
                    href={inLanguage(search, each)}
                    hrefLang={each}
                    lang={each}
                    rel="nofollow"
                    onClick={() => keep({ ...chosen, lang: each })}
                  >
                    {LANG_NAMES[each]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <p className="soft small">{siteName}</p>
      </div>
    </footer>
  )
}

function keep(chosen: Chosen): void {
  document.cookie = preferencesCookie(chosen, location.protocol === 'https:')
}

/** The same page in another language: keeps the query, except for how the visitor got there. */
function inLanguage(search: string, lang: string): string {
  const query = new URLSearchParams(search)
  if (query.get('from') === 'search') query.delete('from')
  query.set('lang', lang)
  return `?${query}`
}
