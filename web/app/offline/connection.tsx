import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Site } from '../components/frame/site.server.ts'
import { formatAge } from '../format/age.ts'
import styles from './connection.module.css'
import { saveThisPage } from './save.ts'

/**
 * When the contents shown were cached, in epoch milliseconds, if the service worker has answered from its cache since `askedAt`;
 * undefined if they come from the network. The worker writes a note before it answers from the cache, since a page cannot read the headers
 * of its own document. `isWalked`: the page was reached by in-browser navigation, which loads its data and not the document.
 */
async function cachedAt(address: string, askedAt: number, isWalked: boolean): Promise<number | undefined> {
  const url = new URL(address)
  url.searchParams.delete('from')
  if (isWalked) url.pathname = `${url.pathname === '/' ? '/_' : url.pathname}.data`
  const notes = await notesOf(url.href, isWalked).catch(() => [])
  const times = notes
    .filter(({ headers }) => Number(headers.get('x-shown-at')) >= askedAt)
    .map(({ headers }) => Number(headers.get('x-cached-at')))
  return times.length === 0 ? undefined : Math.max(...times)
}

/** @throws ReferenceError if the browser has no `caches`, for example on an insecure origin */
async function notesOf(address: string, ignoreSearch: boolean): Promise<readonly Response[]> {
  return (await caches.open('shown-2')).matchAll(address, { ignoreSearch })
}

const EVERY_MS = 30_000
/** The least age shown: offline, "Loaded now" would look as if the connection were back. */
const MIN_SECONDS = 60
/** How often a page from the offline cache checks whether the service is back. */
const AGAIN_MS = 5_000

/** Shows that the connection is down and how old the page is; has the service worker cache pages for that case. */
export function Connection({ site: { messages, locale, isBot } }: { readonly site: Site }) {
  const { pathname, search } = useLocation()
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
  const [shown, setShown] = useState<{ readonly cachedAt: number | undefined; readonly loadedAt: number; readonly now: number } | null>(
    null,
  )

  /** When the current page was requested, whether by in-browser navigation, and when it was loaded; and the earliest request time of the next one. */
  const asked = useRef({ at: 0, isWalked: false, loadedAt: 0 })
  const next = useRef(0)

  useEffect(() => {
    const loadedAt = Date.now()
    asked.current = { at: next.current || performance.timeOrigin, isWalked: next.current !== 0, loadedAt }
    next.current = loadedAt
    let isLeft = false
    const look = async (): Promise<void> => {
      const { at, isWalked, loadedAt } = asked.current
      const cached = await cachedAt(`${location.origin}${pathname}${search}`, at, isWalked)
      if (!isLeft) setShown({ cachedAt: cached, loadedAt, now: Date.now() })
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
      const isFirst = navigator.serviceWorker.controller === null
      // Optional: if service workers are forbidden, no pages are cached.
      navigator.serviceWorker
        .register('/sw.js')
        // The search lists recent and saved places offline, too.
        .then(() => import('../components/search/search-panel.tsx'))
        .then(
          () => isFirst && saveThisPage(),
          () => undefined,
        )
    }
  }, [isBot])

  const isCached = shown?.cachedAt !== undefined
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isCached) return undefined
    let isLeft = false
    const tryAgain = async (): Promise<void> => {
      if (!(await answers())) return
      const askedAt = Date.now()
      await revalidate()
      const cached = await cachedAt(`${location.origin}${pathname}${search}`, askedAt, true)
      if (isLeft) return
      asked.current = { at: askedAt, isWalked: true, loadedAt: askedAt }
      setShown({ cachedAt: cached, loadedAt: askedAt, now: Date.now() })
    }
    const retry = () => void tryAgain()
    const repeated = setInterval(retry, AGAIN_MS)
    addEventListener('online', retry)
    return () => {
      isLeft = true
      clearInterval(repeated)
      removeEventListener('online', retry)
    }
  }, [isCached, pathname, search, revalidate])

  const isShown = shown !== null && (!isOnline || isCached)
  return (
    <div role="status">
      {isShown && (
        <p className={styles.banner}>
          <span className="wrap">{`${isOnline ? messages.unreachable : messages.offline} ${messages.offlineLoaded.replace('{when}', formatAge(Math.max(MIN_SECONDS, (shown.now - (shown.cachedAt ?? shown.loadedAt)) / 1_000), locale))}`}</span>
        </p>
      )}
    </div>
  )
}

/** Whether the service answers: a browser may report a connection too early. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store', method: 'HEAD' })).ok
  } catch {
    return false
  }
}

function onConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
