import type { ReactNode } from 'react'
import { Connection } from '../../offline/connection.tsx'
import type { Site } from '../../root.tsx'
import { Analytics } from '../analytics/analytics.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Header } from './header.tsx'

/** A public page: header, what it is about, footer. */
export function Frame({ site, children }: { readonly site: Site; readonly children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#content">
        {site.m.skip}
      </a>
      <Header site={site} />
      <Connection site={site} />
      <main id="content" tabIndex={-1} className={`wrap ${styles.main}`}>
        {children}
      </main>
      <Footer site={site} />
      <Analytics isBot={site.isBot} />
    </>
  )
}
