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
} from 'react-router'
import { leaveAds } from './components/ads/ads.tsx'
import { ErrorPage } from './components/frame/error-page.tsx'
import { Frame } from './components/frame/frame.tsx'
import { type Site, loadSite } from './components/frame/site.server.ts'
import { type PageHandle, useSite } from './components/frame/use-site.ts'
import './styles/styles.css'

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSite(request, context)

/** In the back office, filters change the URL but none of this data; a page that changed some of it asks for it again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate &&
  (currentUrl.href === nextUrl.href || !(currentUrl.pathname.startsWith('/admin') && nextUrl.pathname.startsWith('/admin')))

/** Retry-After, if a page is temporarily unavailable. */
export function headers({ errorHeaders, parentHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? parentHeaders
}

export default function Root() {
  const site = useSite()
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
  const site = useSite()
  return (
    <Document site={site}>
      {site === undefined ? (
        <ErrorPage />
      ) : (
        <Frame site={site}>
          <ErrorPage />
        </Frame>
      )}
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
