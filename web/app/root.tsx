import { Links, type LoaderFunctionArgs, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'
import { apiOf } from './api/server.ts'
import { ErrorPage } from './components/frame/error-page.tsx'
import { Frame } from './components/frame/frame.tsx'
import { frame } from './i18n/frame.server.ts'
import './styles/tokens.css'
import './styles/site.css'
import { visitContext } from './visit/context.ts'
import { readerOf } from './visit/reader.server.ts'

/** What every public page knows: for whom it is, and what stands around it. */
export type Site = Awaited<ReturnType<typeof loader>>

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { siteName, publicOrigin, isBot } = context.get(visitContext)
  const reader = await readerOf(request, context)
  const { pages } = await apiOf(context)
    .get('/api/pages', { query: { lang: reader.lang } })
    .catch(() => ({ pages: [] }))
  return {
    siteName,
    publicOrigin,
    isBot,
    ...reader,
    m: frame[reader.lang],
    pages: pages.map(({ slug, title }) => ({ slug, title })),
  }
}

/** What the frame says of the page in it; a route's `handle`. */
export interface PageHandle {
  /** Brings its own frame: the back office. */
  readonly bare?: boolean
}

export default function Root() {
  const site = useRouteLoaderData<typeof loader>('root')
  const isBare = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.bare === true)
  const page = <Outlet />
  return <Document site={site}>{isBare || site === undefined ? page : <Frame site={site}>{page}</Frame>}</Document>
}

export function ErrorBoundary() {
  const site = useRouteLoaderData<typeof loader>('root')
  return <Document site={site}>{site === undefined ? <ErrorPage /> : <Frame site={site}>{<ErrorPage m={site.m} />}</Frame>}</Document>
}

function Document({ site, children }: { readonly site: Site | undefined; readonly children: React.ReactNode }) {
  const theme = site?.chosen.theme ?? 'auto'
  return (
    <html lang={site?.lang ?? 'en'} {...(theme === 'auto' ? {} : { 'data-theme': theme })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'auto' ? 'light dark' : theme} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
