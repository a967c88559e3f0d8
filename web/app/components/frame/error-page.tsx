import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import type { Site } from '../../root.tsx'

/** What people see instead of a page. Loaders throw `data({ … }, status)`; anything else is a defect of ours. */
export function ErrorPage({ m }: { readonly m?: Site['m'] }) {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (m === undefined) return <h1>{status === 404 ? 'There is no such page' : 'Something went wrong'}</h1>
  const [title, text] = wordsFor(status, m)
  return (
    <section className="card">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <Link to="/">{m.toHome}</Link>
      </p>
    </section>
  )
}

function wordsFor(status: number, m: Site['m']): readonly [string, string] {
  if (status === 404) return [m.notFoundTitle, m.notFoundText]
  if (status === 429) return [m.busyTitle, m.busyText]
  if (status === 502 || status === 503) return [m.awayTitle, m.awayText]
  return [m.errorTitle, m.errorText]
}
