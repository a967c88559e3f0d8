import type { ReactNode } from 'react'
import type { Site } from '../../root.tsx'
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
      <main id="content" tabIndex={-1} className={`wrap ${styles.main}`}>
        {children}
      </main>
      <Footer site={site} />
    </>
  )
}
