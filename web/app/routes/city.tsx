import { Suspense, useEffect, useMemo } from 'react'
import {
  type ActionFunctionArgs,
  Await,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigate,
} from 'react-router'
import { type CityContent, CityPage, Waiting } from '../city/city-page.tsx'
import { type Failed, loadCity, reportCity } from '../city/load.server.ts'
import { useRenewal } from '../city/parts/age.tsx'
import { PageAds } from '../components/ads/ads.tsx'
import { ErrorPage, Failure } from '../components/frame/error-page.tsx'
import { useSite } from '../components/frame/use-site.ts'
import { PageHead, StructuredData } from '../components/page-head.tsx'
import { useLate } from '../components/use-late.ts'

export const loader = (args: LoaderFunctionArgs) => loadCity(args)
export const action = (args: ActionFunctionArgs) => reportCity(args)

/** Retry-After, when the weather is unavailable. */
export function headers({ errorHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? new Headers()
}

/** Removing `from` from the address does not change the page. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod === 'POST') return false
  const isCleaned = currentUrl.searchParams.has('from') && !nextUrl.searchParams.has('from') && currentUrl.pathname === nextUrl.pathname
  return isCleaned ? false : defaultShouldRevalidate
}

export default function City() {
  const { head, site, page, waiting } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  useEffect(() => {
    const url = new URL(globalThis.location.href)
    if (!url.searchParams.has('from')) return
    url.searchParams.delete('from')
    void navigate(url.pathname + url.search + url.hash, { replace: true, preventScrollReset: true })
  }, [navigate])
  return (
    <>
      <PageHead {...head} />
      <StructuredData {...site} />
      {typeof page === 'string' ? (
        <Content key={head.path} page={page} />
      ) : (
        <Suspense fallback={waiting && <Waiting {...waiting} />}>
          <Await resolve={page}>{(found: string | Failed) => <Content page={found} />}</Await>
        </Suspense>
      )}
    </>
  )
}

/** The page, or why it failed. */
function Content({ page }: { readonly page: string | Failed }) {
  const site = useSite()
  if (typeof page === 'string') return <Place text={page} />
  return site === undefined ? null : (
    <div data-failed="">
      <Failure status={page.status} messages={site.messages} />
    </div>
  )
}

function Place({ text }: { readonly text: string }) {
  const { view, ...page } = useMemo(() => JSON.parse(text) as CityContent, [text])
  const outcome = useActionData<typeof action>()
  useRenewal(view.provenance.expiresAt)
  useLate(view.alerts.isLate)
  return (
    <>
      <CityPage view={view} outcome={outcome} {...page} />
      <PageAds ads={page.ads} />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
