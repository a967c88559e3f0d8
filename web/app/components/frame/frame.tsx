import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import type { Connection } from '../../offline/connection.tsx'
import { storeChosen } from '../../visit/store-chosen.ts'
import { Icon } from '../icon.tsx'
import { SearchField } from '../search/search-field.tsx'
import styles from './frame.module.css'
import type { Site } from './site.server.ts'
import { useIsMailed } from './use-site.ts'

/** A public page: header, content, footer. */
export function Frame({ site, children }: { readonly site: Site; readonly children: ReactNode }) {
  const content = useBeginning()
  // Known before the page arrives, which would move as it does; crawlers get a list.
  const isFull = useLocation().pathname === '/map' && !site.isBot
  useVisits(site)
  const [Later, setLater] = useState<typeof Connection>()
  useEffect(() => void import('../../offline/connection.tsx').then((module) => setLater(() => module.Connection), nothing), [])
  return (
    <>
      <a className={styles.skip} href="#content">
        {site.messages.skip}
      </a>
      <Progress text={site.messages.loading} />
      <Header site={site} />
      {Later && <Later site={site} />}
      <main ref={content} id="content" tabIndex={-1} className={`wrap ${isFull ? styles.full : styles.main}`}>
        {children}
      </main>
      <Footer site={site} />
    </>
  )
}

/** Without a connection, what is not cached is not there. */
const nothing = () => undefined

/** Counts visits to public pages when the browser is idle; ignores crawlers and visitors who opt out. */
function useVisits({ isBot }: Site): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isBot) void import('../analytics/visit.ts').then(({ countPage }) => countPage(pathname))
  }, [isBot, pathname])
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
  const { pathname } = useLocation()
  const isFront = pathname === '/'
  return (
    <header className={`when-whole ${styles.header}`}>
      <div className={`wrap ${styles.bar}`}>
        <Link to="/" className={styles.name}>
          <Icon name="logo" size={28} />
          <span>{site.siteName}</span>
        </Link>
        {!isFront && <SearchField site={site} />}
        <nav aria-label={site.messages.pages} className={styles.nav}>
          <Link to="/map" className={styles.link} aria-current={pathname === '/map' ? 'page' : undefined}>
            <Icon name="map" />
            <span>{site.messages.toMap}</span>
          </Link>
          <Link to="/warnings" className={styles.link} aria-current={/^\/warnings\b/.test(pathname) ? 'page' : undefined}>
            <Icon name="warning" />
            <span>{site.messages.toWarnings}</span>
          </Link>
        </nav>
        <Settings site={site} />
      </div>
    </header>
  )
}

/** Links to the settings page (language, units, clock, colours, ads), which returns here unless this address is secret. */
function Settings({ site }: { readonly site: Site }) {
  const isMailed = useIsMailed()
  const { pathname, search } = useLocation()
  return (
    <Link to={isMailed ? '/settings' : `/settings?from=${encodeURIComponent(pathname + search)}`} className={styles.link} rel="nofollow">
      <Icon name="gear" />
      <span>{site.messages.settings}</span>
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
  const { messages, pages, siteName, lang, languages, chosen } = site
  const isMailed = useIsMailed()
  const { search } = useLocation()
  return (
    <footer className={styles.footer}>
      <div className={`wrap stack gap-4 ${styles.inner}`}>
        <nav aria-label={messages.about}>
          <ul className={styles.links}>
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/pages/${slug}`}>{title}</Link>
              </li>
            ))}
            <li>
              <Link to="/map">{messages.map}</Link>
            </li>
            <li>
              <Link to="/warnings">{messages.warnings}</Link>
            </li>
            <li>
              <Link to="/places">{messages.places}</Link>
            </li>
            <li>
              <Link to="/accuracy">{messages.accuracy}</Link>
            </li>
            <li>
              <a href="/api/docs">{messages.api}</a>
            </li>
          </ul>
        </nav>
        {!isMailed && (
          <nav aria-label={messages.language}>
            <ul className={styles.links}>
              {languages
                .filter((each) => each.lang !== lang)
                .map((each) => (
                  <li key={each.lang}>
                    <a
                      href={inLanguage(search, each.lang)}
                      hrefLang={each.lang}
                      lang={each.lang}
                      rel="nofollow"
                      onClick={() => storeChosen({ ...chosen, lang: each.lang })}
                    >
                      {each.name}
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

/** The same page in another language: keeps the query, except for how the visitor got there. */
function inLanguage(search: string, lang: string): string {
  const query = new URLSearchParams(search)
  if (query.get('from') === 'search') query.delete('from')
  query.set('lang', lang)
  return `?${query}`
}
