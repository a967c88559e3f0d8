import { type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead } from '../components/page-head.tsx'
import styles from '../day/day-page.module.css'
import { loadDay } from '../day/load.server.tsx'

export const loader = (args: LoaderFunctionArgs) => loadDay(args)

/** Retry-After, when the weather is unavailable. */
export function headers({ errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? new Headers()
}

export default function Day() {
  const { head, html, placeStyles } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead {...head} />
      {placeStyles.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="page" />
      ))}
      <div className={styles.page} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
