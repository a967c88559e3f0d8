import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import type { Site } from './site.server.ts'
import styles from './error-page.module.css'

/** Shown instead of a page that failed. Loaders throw `data({ … }, status)`; anything else is a defect of ours. */
export function ErrorPage({ m }: { readonly m?: Site['m'] }) {
  const error = useRouteError()
  useEffect(() => {
    // Offline navigation failed, but the service worker may have the whole page.
    if (!isRouteErrorResponse(error) && !navigator.onLine && navigator.serviceWorker?.controller) location.reload()
  }, [error])
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (m === undefined) return <h1>{status === 404 ? 'Page not found' : 'Something went wrong'}</h1>
  return <Failure status={status} m={m} />
}

/** What went wrong, and where to go. */
export function Failure({ status, m }: { readonly status: number; readonly m: Site['m'] }) {
  const { pathname, search } = useLocation()
  const [title, text] = wordsFor(status, m)
  return (
    <section className={`card ${styles.card}`}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{text}</p>
      {status === 404 && (
        <form action="/" role="search" className={styles.search}>
          <input type="search" name="q" required minLength={2} maxLength={100} aria-label={m.searchPlace} placeholder={m.searchPlace} />
          <button className="button" type="submit">
            {m.search}
          </button>
        </form>
      )}
      <ul className={styles.links}>
        {status !== 404 && (
          <li>
            <a href={pathname + search}>{m.tryAgain}</a>
          </li>
        )}
        <li>
          <Link to="/">{m.toHome}</Link>
        </li>
      </ul>
    </section>
  )
}

function wordsFor(status: number, m: Site['m']): readonly [string, string] {
  if (status === 404) return [m.notFoundTitle, m.notFoundText]
  if (status === 429) return [m.busyTitle, m.busyText]
  if (status === 502 || status === 503) return [m.awayTitle, m.awayText]
  return [m.errorTitle, m.errorText]
}
