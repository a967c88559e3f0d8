import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Connection } from '../../offline/connection.tsx'
import type { Site } from '../../root.tsx'
import { Analytics } from '../analytics/analytics.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Header } from './header.tsx'
import { Progress } from './progress.tsx'

/** A public page: header, content, footer. */
export function Frame({ site, children }: { readonly site: Site; readonly children: ReactNode }) {
  const content = useBeginning()
  return (
    <>
      <a className={styles.skip} href="#content">
        {site.messages.skip}
      </a>
      <Progress text={site.messages.loading} />
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
