import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Site } from '../root.tsx'
import styles from './connection.module.css'
import { ago, type Loaded, loadedOf } from './kept.ts'

const EVERY_MS = 30_000

/** Says so when there is no connection, and how old then is what one sees; and has the service worker keep pages for that. */
export function Connection({ site: { m, locale, isBot } }: { readonly site: Site }) {
  const { pathname, search } = useLocation()
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
  const [shown, setShown] = useState<{ readonly loaded: Loaded; readonly now: number } | null>(null)

  const walk = useRef({ at: 0, isWalked: false })

  useEffect(() => {
    if (walk.current.at === 0) walk.current = { at: performance.timeOrigin, isWalked: false }
    const { current: asked } = walk
    // Whatever is walked to next is asked for after this.
    walk.current = { at: Date.now(), isWalked: true }
    let isLeft = false
    const look = async (): Promise<void> => {
      const loaded = await loadedOf(`${location.origin}${pathname}${search}`, asked.at, asked.isWalked)
      if (!isLeft) setShown({ loaded, now: Date.now() })
    }
    void look()
    const repeated = setInterval(() => void look(), EVERY_MS)
    return () => {
      isLeft = true
      clearInterval(repeated)
    }
  }, [pathname, search])

  useEffect(() => {
    if (import.meta.env.PROD && !isBot && 'serviceWorker' in navigator) {
      // Nothing depends on it: where it is forbidden, pages are not kept.
      navigator.serviceWorker.register('/sw.js').catch(() => undefined)
    }
  }, [isBot])

  const isShown = shown !== null && (!isOnline || shown.loaded.isKept)
  return (
    <div role="status">
      {isShown && (
        <p className={styles.banner}>
          <span className="wrap">{`${isOnline ? m.unreachable : m.offline} ${m.offlineLoaded.replace('{when}', ago(shown.now - shown.loaded.at, locale))}`}</span>
        </p>
      )}
    </div>
  )
}

function onConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
