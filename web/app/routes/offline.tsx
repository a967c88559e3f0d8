import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import styles from '../components/frame/error-page.module.css'
import { type PageHandle, useSite } from '../components/frame/use-site.ts'
import { visitContext } from '../visit/context.ts'

/** Not hydrated: it is shown under the addresses of other pages. */
export const handle: PageHandle = { isStatic: true }

/** The service worker's page for addresses that are not cached, while offline. */
export function loader({ context }: LoaderFunctionArgs) {
  return { nonce: context.get(visitContext).nonce }
}

export default function Offline() {
  const { nonce } = useLoaderData<typeof loader>()
  const site = useSite()
  if (site === undefined) return null
  const { messages, siteName, locale } = site
  return (
    <section className={`card stack gap-4 ${styles.card}`}>
      <title>{`${messages.offlineTitle} · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{messages.offlineTitle}</h1>
      <p>{messages.offlineText}</p>
      <div id="cached" data-locale={locale} hidden>
        <h2>{messages.offlineSaved}</h2>
        <ul className="stack gap-1" />
      </div>
      <script type="module" src="/offline.js" nonce={nonce} />
    </section>
  )
}
