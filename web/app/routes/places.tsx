import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import { getAreaMessages } from '../../../src/messages/messages.ts'
import { useSite } from '../components/frame/use-site.ts'
import { changeSaved, isSaved, MAX_SAVED, useSaved } from '../components/places/saved.ts'
import { saveOffline } from '../offline/save.ts'
import { ArrangeList } from '../places/arrange-list.tsx'
import { parsePlaceList, writePointsQuery } from '../places/arrange.ts'
import styles from '../places/places.module.css'
import { WeekTable } from '../places/week-table.tsx'
import { parsePointsQuery, readWeekView } from '../places/week.server.ts'
import { writeCityPath } from '../visit/city-path.ts'
import { visitContext } from '../visit/context.ts'
import { resolveReader } from '../visit/reader.server.ts'
import { storeChosen } from '../visit/store-chosen.ts'

/**
 * The saved places, compared over the week: `/places?at=52.52,13.41_48.85,2.35`. The list itself is in the browser, whose script adds the points to
 * the address: so the service worker keeps the comparison like any page.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await resolveReader(request, context)
  const messages = getAreaMessages(reader.lang, 'compare')
  const at = new URL(request.url).searchParams.get('at') ?? ''
  const points = parsePointsQuery(at)
  return {
    title: `${messages.title} · ${context.get(visitContext).siteName}`,
    home: reader.chosen.home ?? null,
    messages,
    at,
    week: points.length === 0 ? null : await readWeekView(context, points, reader),
  }
}

export default function PlacesPage() {
  const { title, home, messages, at, week } = useLoaderData<typeof loader>()
  const places = useSaved()
  const setHome = useHome()
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const wanted = places === null ? at : writePointsQuery(places)

  // From another device, as far as they are not saved here yet.
  const offered = places === null ? [] : parsePlaceList(hash).filter((place) => !isSaved(places, place))
  const fragment = offered.length === 0 ? '' : hash

  useEffect(() => {
    if (wanted === at) return
    const query = new URLSearchParams(search)
    query.set('at', wanted)
    void navigate(`/places?${query}${fragment}`, { replace: true, preventScrollReset: true })
  }, [wanted, at, search, fragment, navigate])
  useEffect(() => {
    // Their weather is in the cache now, so their pages cost no call.
    if (week !== null && places !== null) saveOffline({ pages: places.map(writeCityPath) })
  }, [week, places])

  const leaveOffered = () => void navigate(`/places${search}`, { replace: true, preventScrollReset: true })
  return (
    <section className="stack gap-5">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{messages.title}</h1>
      {offered.length > 0 && (
        <div className={`note ${styles.offer}`}>
          <p>{messages.offered.replace('{names}', () => offered.map(({ label, name }) => label ?? name).join(', '))}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              changeSaved((list) => [...list, ...offered].slice(0, MAX_SAVED))
              leaveOffered()
            }}
          >
            {messages.add}
          </button>
          <button type="button" className="button plain" onClick={leaveOffered}>
            {messages.leave}
          </button>
        </div>
      )}
      <p className={`note ${styles.noScripts}`}>{messages.noScripts}</p>
      {places?.length === 0 && (
        <p className={styles.none}>
          {messages.none} <Link to="/">{messages.search}</Link>
        </p>
      )}
      {places !== null && places.length > 0 && (
        <>
          {week === null ? (
            <p role="status" className={styles.waiting}>
              {wanted === at ? messages.away : messages.waiting}
            </p>
          ) : (
            <WeekTable places={places} week={week} home={home} messages={messages} />
          )}
          {/* Not before the table, which would push it away from under a finger. */}
          {(week !== null || wanted === at) && <ArrangeList places={places} home={home} setHome={setHome} messages={messages} />}
        </>
      )}
    </section>
  )
}

/** Sets the place of the front page, or none. */
function useHome(): (home: string | null) => void {
  const site = useSite()
  const { revalidate } = useRevalidator()
  return (home) => {
    if (site === undefined) return
    storeChosen({ ...site.chosen, home })
    void revalidate()
  }
}
