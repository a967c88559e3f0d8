import { useEffect } from 'react'
import {
  type HeadersArgs,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { ownName } from '../../src/messages/locale.ts'
import { messagesOf, translatorOf } from '../../src/messages/messages.ts'
import { apiOf } from './api/server.ts'
import { leaveAds } from './components/ads/ad-script.ts'
import { ErrorPage } from './components/frame/error-page.tsx'
import { Frame } from './components/frame/frame.tsx'
import './styles/tokens.css'
import './styles/site.css'
import { visitContext } from './visit/context.ts'
import { readerOf } from './visit/reader.server.ts'

/** Data of every public page: its reader, and the texts of the frame. */
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
    direction: translatorOf(reader.lang).direction,
    languages: LANGUAGES.map((each) => ({ lang: each, name: ownName(each) })),
    messages: messagesOf(reader.lang, 'frame'),
    pages: pages.map(({ slug, title }) => ({ slug, title })),
  }
}

/** In the back office, filters change the URL but none of this data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !(currentUrl.pathname.startsWith('/admin') && nextUrl.pathname.startsWith('/admin'))

/** A page's settings for the frame; a route's `handle`. */
export interface PageHandle {
  /** Has its own frame: the back office. */
  readonly bare?: boolean
  /** Is not hydrated: only its own scripts run in the browser. */
  readonly isStatic?: boolean
}

/** Retry-After, if a page is temporarily unavailable. */
export function headers({ errorHeaders, parentHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? parentHeaders
}

export default function Root() {
  const site = useRouteLoaderData<typeof loader>('root')
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  const isBare = handles.some((handle) => handle?.bare === true)
  const isStatic = handles.some((handle) => handle?.isStatic === true)
  useEffect(() => {
    if (isBare) leaveAds()
  }, [isBare])
  const page = <Outlet />
  return (
    <Document site={site} isStatic={isStatic}>
      {isBare || site === undefined ? page : <Frame site={site}>{page}</Frame>}
    </Document>
  )
}

export function ErrorBoundary() {
  const site = useRouteLoaderData<typeof loader>('root')
  return (
    <Document site={site}>
      {site === undefined ? <ErrorPage /> : <Frame site={site}>{<ErrorPage messages={site.messages} />}</Frame>}
    </Document>
  )
}

interface DocumentOf {
  readonly site: Site | undefined
  readonly isStatic?: boolean
  readonly children: React.ReactNode
}

function Document({ site, isStatic = false, children }: DocumentOf) {
  const theme = site?.chosen.theme ?? 'auto'
  return (
    <html lang={site?.lang ?? 'en'} dir={site?.direction} {...(theme === 'auto' ? {} : { 'data-theme': theme })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'auto' ? 'light dark' : theme} />
        <Meta />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content="#eef2f6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e131a" media="(prefers-color-scheme: dark)" />
        <Links />
      </head>
      <body>
        {children}
        {!isStatic && <ScrollRestoration />}
        {!isStatic && <Scripts />}
      </body>
    </html>
  )
}
