import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getAreaMessages, getTranslator } from '../../../src/messages/messages.ts'
import { buildMapWords } from '../components/map/legend.server.ts'
import { WeatherMap } from '../components/map/weather-map.tsx'
import { PageHead } from '../components/page-head.tsx'
import { listPlacesToGo, readPopularChecks } from '../home/popular.server.ts'
import { Popular } from '../home/popular.tsx'
import { visitContext } from '../visit/context.ts'
import { buildPageHead } from '../visit/head.server.ts'
import { resolveReader } from '../visit/reader.server.ts'
import styles from './map.module.css'

/** The map as a page. Its address says what it shows: `#5/52.52/13.41/clouds`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = context.get(visitContext)
  const [reader, checks] = await Promise.all([resolveReader(request, context), readPopularChecks(context)])
  const { lang } = reader
  const { t } = getTranslator(lang)
  const { places, areAllPopular } = await listPlacesToGo(context, checks, reader)
  const home = getAreaMessages(lang, 'home')
  return {
    head: buildPageHead(context, { title: t('map.title'), description: t('map.description'), path: '/map', lang, isIndexed: true }),
    words: buildMapWords(reader, visit),
    /** Not for crawlers: tiles cost calls. */
    hasMap: !visit.isBot,
    places,
    placesTitle: areAllPopular ? home.popular : home.examples,
    warnings: t('warnings.title'),
  }
}

export default function MapPage() {
  const { head, words, hasMap, places, placesTitle, warnings } = useLoaderData<typeof loader>()
  return (
    <div>
      <PageHead {...head} />
      <h1 className={hasMap ? styles.title : undefined}>{words.title}</h1>
      {hasMap && (
        <div className={`needs-scripts ${styles.map}`}>
          <WeatherMap messages={words} place={null} kind="full" />
        </div>
      )}
      <div className={hasMap ? styles.instead : undefined}>
        {hasMap && <p className="note">{words.noScripts}</p>}
        <p>
          <Link to="/warnings">{warnings}</Link>
        </p>
        <Popular title={placesTitle} places={places} />
      </div>
    </div>
  )
}
