import type { ReactNode } from 'react'
import styles from './docs.module.css'
import type { Section } from './operations.ts'

interface DocsFrameOf {
  readonly title: string
  readonly siteName: string
  /** For the small script that filters and runs requests; the page is complete without it. */
  readonly nonce: string
  readonly sections: readonly Pick<Section, 'name' | 'slug' | 'isAdmin'>[]
  /** The section shown. */
  readonly current: string | null
  readonly children: ReactNode
}

/** A page of the documentation: the list of sections, and one of them. In English, like the API's texts. */
export function DocsFrame({ title, siteName, nonce, sections, current, children }: DocsFrameOf) {
  const list = (isAdmin: boolean) => (
    <ul>
      {sections
        .filter((section) => section.isAdmin === isAdmin)
        .map(({ name, slug }) => (
          <li key={slug}>
            <a href={`/api/docs/${slug}`} {...(slug === current ? { 'aria-current': 'page' as const } : {})}>
              {isAdmin ? capitalised(name.replace(/^Admin: /, '')) : name}
            </a>
          </li>
        ))}
    </ul>
  )
  return (
    <div className={styles.docs} lang="en" dir="ltr">
      <title>{`${title} · ${siteName}`}</title>
      <nav className={styles.nav} aria-label="Documentation sections">
        <a href="/api/docs" {...(current === null ? { 'aria-current': 'page' as const } : {})}>
          Overview
        </a>
        {list(false)}
        <h2>For administrators</h2>
        {list(true)}
      </nav>
      <div className={styles.body}>{children}</div>
      <script type="module" src="/api-docs.js" nonce={nonce} />
    </div>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
