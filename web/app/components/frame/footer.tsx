import { Link, useLocation } from 'react-router'
import type { Site } from '../../root.tsx'
import { type Chosen, preferencesCookie } from '../../visit/preferences.ts'
import { useIsMailed } from '../mailed/use-mailed.ts'
import styles from './footer.module.css'

/** The footer of public pages. A language chosen here is stored like a setting, or the next page would lose it. */
export function Footer({ site }: { readonly site: Site }) {
  const { messages, pages, siteName, lang, languages, chosen } = site
  const isMailed = useIsMailed()
  const { search } = useLocation()
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.inner}`}>
        <nav aria-label={messages.about}>
          <ul className={styles.links}>
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/pages/${slug}`}>{title}</Link>
              </li>
            ))}
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
                      onClick={() => keep({ ...chosen, lang: each.lang })}
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
