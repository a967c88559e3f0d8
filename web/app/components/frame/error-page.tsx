import { useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router'
import styles from './error-page.module.css'
import type { Site } from './site.server.ts'
import { useSite } from './use-site.ts'

/** Shown instead of a page that failed. Loaders throw `data({ … }, status)`; anything else is a defect of ours. */
export function ErrorPage() {
  const error = useRouteError()
  const messages = useSite()?.messages
  useEffect(() => {
    // Offline navigation failed, but the service worker may have the whole page.
    if (!isRouteErrorResponse(error) && !navigator.onLine && navigator.serviceWorker?.controller) location.reload()
  }, [error])
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (messages === undefined) return <h1>{status === 404 ? 'Page not found' : 'Something went wrong'}</h1>
  return <Failure status={status} messages={messages} />
}

/** What went wrong, and where to go. */
export function Failure({ status, messages }: { readonly status: number; readonly messages: Site['messages'] }) {
  const { pathname, search } = useLocation()
  const [title, text] = wordsFor(status, messages)
  return (
    <section className={`card stack gap-4 ${styles.card}`}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{text}</p>
      <ul className="stack gap-1">
        {status !== 404 && (
          <li>
            <a href={pathname + search}>{messages.tryAgain}</a>
          </li>
        )}
        <li>
          <Link to="/">{messages.toHome}</Link>
        </li>
      </ul>
    </section>
  )
}

function wordsFor(status: number, messages: Site['messages']): readonly [string, string] {
  if (status === 404) return [messages.notFoundTitle, messages.notFoundText]
  if (status === 429) return [messages.busyTitle, messages.busyText]
  if (status === 502 || status === 503) return [messages.awayTitle, messages.awayText]
  return [messages.errorTitle, messages.errorText]
}
