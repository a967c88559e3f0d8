import { Suspense, useEffect, useMemo } from 'react'
import {
  Await,
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigate,
  useRouteLoaderData,
} from 'react-router'
import { type Messages, messagesOf, translatorOf } from '../../../src/messages/messages.ts'
import { formOf } from '../api/form.ts'
import { pageFailure } from '../api/page-failure.ts'
import { ApiFailure } from '../api/ask.ts'
import { asText, fromText } from '../city/as-text.ts'
import { type CityContent, CityPage } from '../city/city-page.tsx'
import { useRenewal } from '../city/parts/use-renewal.ts'
import { knownPlace } from '../city/place.server.ts'
import { sendReport } from '../city/report.server.ts'
import { cityView } from '../city/view/city-view.server.ts'
import { Waiting } from '../city/waiting.tsx'
import { NOTHING_KNOWN, type PlaceWeather, weatherOf } from '../city/weather.server.ts'
import { pageAds } from '../components/ads/page-ads.server.ts'
import { PageAds } from '../components/ads/page-ads.tsx'
import { ErrorPage, Failure } from '../components/frame/error-page.tsx'
import { useLate } from '../components/use-late.ts'
import { PageHead } from '../components/page-head.tsx'
import { StructuredData } from '../components/structured-data.tsx'
import { subscribeView } from '../components/subscribe/view.server.ts'
import type { loader as rootLoader } from '../root.tsx'
import { cityPath, placeInAddress } from '../visit/city-path.ts'
import { visitContext } from '../visit/context.ts'
import { inTime } from '../visit/patience.server.ts'
import { readerOf } from '../visit/reader.server.ts'

/** How the visitor got here; reported once, then removed from the address. */
const FROM_SEARCH = 'search'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const place = placeInAddress(params.place ?? '')
  if (place === null) throw data({ code: 'not_found' }, { status: 404 })
  const { search, searchParams } = new URL(request.url)
  const { siteName, publicOrigin, primarySource, nonce, now, isBot, isDocument, sendEarly } = context.get(visitContext)
  const reader = await readerOf(request, context)
  const { lang, locale } = reader
  const known = await knownPlace(context, place, lang, locale)
  const path = cityPath({ ...place, name: known.addressName })
  if (decodeURIComponent(path) !== `/weather/${params.place}`) throw redirect(path + search, known.isLasting ? 301 : 302)
  const { lat, lon } = place
  const listed = known.listedAt === null ? path : cityPath({ name: known.addressName, ...known.listedAt })
  const of = { place: known, lat, lon, path: listed, origin: publicOrigin, siteName }
  const ads = await pageAds(context, reader, ['city-detail'])
  const viewOf = (weather: PlaceWeather) => {
    const { head, ...view } = cityView(of, weather, reader, { now, primarySource })
    const { data: value, isListed: isIndexed, ...words } = head
    const page = {
      view,
      locale,
      messages: messagesOf(lang, 'cityPage'),
      placeWords: starWords(messagesOf(lang, 'places')),
      ads,
      subscribe: subscribeView(reader, { name: known.name, lat, lon }),
    }
    return { head: { ...words, siteName, origin: publicOrigin, lang, isIndexed }, site: { nonce, value }, page: asText(page) }
  }
  const asked = weatherOf(context, place, reader, { isFromSearch: searchParams.get('from') === FROM_SEARCH, now })
  const weather = await (isDocument && !isBot ? inTime(asked, 'late' as const, WHOLE_MS) : asked).catch((error: unknown) => {
    throw pageFailure(error)
  })
  if (weather !== 'late') return { ...viewOf(weather), waiting: null }
  sendEarly()
  const made = asked.then(
    (found): CityText | Failed => viewOf(found).page,
    (error: unknown) => ({ status: error instanceof ApiFailure ? error.status : 500 }),
  )
  const page = inTime(made, { status: 503 }, LATEST_MS)
  const { name, region } = known
  return { ...viewOf(NOTHING_KNOWN), page, waiting: { name, region, text: translatorOf(lang).t('city.waiting') } }
}

/** A page is sent whole when its weather arrives within this time; otherwise it is streamed, frame first. */
const WHOLE_MS = 250
/** The maximum wait; the renderer gives up a second later. */
const LATEST_MS = 9_000

type CityText = ReturnType<typeof asText<CityContent>>
/** The failure of a page whose frame had already been sent. */
interface Failed {
  readonly status: number
}

/** The subset of texts that the star needs. */
const starWords = ({ save, saved, savedRemove, full }: Messages<'places'>) => ({ save, saved, savedRemove, full })

export async function action({ request, params, context }: ActionFunctionArgs) {
  const place = placeInAddress(params.place ?? '')
  if (place === null) throw data({ code: 'not_found' }, { status: 404 })
  const reader = await readerOf(request, context)
  const outcome = await sendReport(context, place, await formOf(request), reader)
  return data(outcome, { status: outcome.status })
}

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
      {waiting === null || typeof page === 'string' ? (
        <Content key={head.path} page={page as CityText} />
      ) : (
        <Suspense fallback={<Waiting {...waiting} />}>
          <Await resolve={page}>{(found: CityText | Failed) => <Content page={found} />}</Await>
        </Suspense>
      )}
    </>
  )
}

/** The page, or why it failed. */
function Content({ page }: { readonly page: CityText | Failed }) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  if (typeof page === 'string') return <Place text={page} />
  return site === undefined ? null : (
    <div data-failed="">
      <Failure status={page.status} messages={site.messages} />
    </div>
  )
}

function Place({ text }: { readonly text: CityText }) {
  const { view, ...page } = useMemo(() => fromText(text), [text])
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
  const site = useRouteLoaderData<typeof rootLoader>('root')
  return site === undefined ? <ErrorPage /> : <ErrorPage messages={site.messages} />
}
