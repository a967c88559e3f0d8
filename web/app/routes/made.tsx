import { type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead } from '../components/page-head.tsx'
import { loadMade } from '../made/load.server.tsx'
import styles from '../made/made-page.module.css'

export const loader = (args: LoaderFunctionArgs) => loadMade(args)

/** Retry-After, when too many have asked. */
export function headers({ errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? new Headers()
}

export default function Made() {
  const { head, html } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead {...head} />
      <div className={`stack gap-5 ${styles.page}`} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
