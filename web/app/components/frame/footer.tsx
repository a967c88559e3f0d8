import { Link } from 'react-router'
import type { Site } from '../../root.tsx'
import { LANG_NAMES, SITE_LANGS } from '../../visit/languages.ts'
import styles from './footer.module.css'

export function Footer({ site: { m, pages, siteName, lang } }: { readonly site: Site }) {
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.inner}`}>
        <nav aria-label={m.about}>
          <ul className={styles.links}>
            {pages.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/pages/${slug}`}>{title}</Link>
              </li>
            ))}
            <li>
              <a href="/api/docs">{m.api}</a>
            </li>
          </ul>
        </nav>
        <nav aria-label={m.language}>
          <ul className={styles.links}>
            {SITE_LANGS.filter((each) => each !== lang).map((each) => (
              <li key={each}>
                <a href={`?lang=${each}`} hrefLang={each} lang={each} rel="nofollow">
                  {LANG_NAMES[each]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="soft small">{siteName}</p>
      </div>
    </footer>
  )
}
