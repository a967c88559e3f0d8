import { data, type HeadersArgs, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getTranslator } from '../../../src/messages/messages.ts'
import { ApiFailure } from '../api/ask.ts'
import { buildMapWords } from '../components/map/legend.server.ts'
import { WeatherMap } from '../components/map/weather-map.tsx'
import { PageHead } from '../components/page-head.tsx'
import { formatCountryName } from '../format/age.ts'
import { visitContext } from '../visit/context.ts'
import { buildPageHead } from '../visit/head.server.ts'
import { resolveReader } from '../visit/reader.server.ts'
import { Countries } from '../warnings/countries.tsx'
import { Entry } from '../warnings/entry.tsx'
import { readCountryWarnings, readWorldWarnings } from '../warnings/load.server.ts'
import { buildCountryViews, buildListView, buildWarningWords } from '../warnings/view.server.ts'
import styles from '../warnings/warnings.module.css'

const MAX_OF_COUNTRY = 200
const MAX_OF_WORLD = 30

/** The official warnings of a country, or of all countries that are read. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { country } = params
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) {
    if (!/^[A-Za-z]{2}$/.test(country)) throw data({ code: 'not_found' }, { status: 404 })
    throw redirect(`/warnings/${country.toUpperCase()}${new URL(request.url).search}`, 301)
  }
  const reader = await resolveReader(request, context)
  const { lang } = reader
  const { t } = getTranslator(lang)
  const visit = context.get(visitContext)
  const { isBot, now } = visit
  const name = country === undefined ? null : formatCountryName(country, lang)
  // Without a name of its own, the code is no country.
  if (name !== null && (name === country || name === '')) throw data({ code: 'not_found' }, { status: 404 })
  const asked = country === undefined ? readWorldWarnings(context, lang, now) : readCountryWarnings(context, country, lang)
  const known = await asked.catch((error: unknown) => {
    if (error instanceof ApiFailure) return error.status
    throw error
  })
  const isKnown = typeof known === 'object'
  const list = isKnown ? buildListView(known.warnings, reader, now, country === undefined ? MAX_OF_WORLD : MAX_OF_COUNTRY) : null
  const countries = isKnown ? buildCountryViews(known.coverage, known.warnings, reader, now) : []
  // An old list that is empty is no all-clear.
  const isSilent = list?.entries.length === 0 && countries.every(({ note }) => note === null)
  const [own] = countries
  const title = name === null ? t('warnings.title') : t('warnings.titleIn', { country: name })
  const words = buildWarningWords(lang, name === null)
  const path = country === undefined ? '/warnings' : `/warnings/${country}`
  const page = {
    head: buildPageHead(context, { title, description: words.description, path, lang, isIndexed: isKnown }),
    title,
    isWorld: name === null,
    /** Why there is no list. */
    reason: isKnown
      ? null
      : known === 404
        ? name === null
          ? t('warnings.nothing')
          : t('warnings.uncovered', { country: name })
        : t('warnings.away'),
    none: !isSilent ? null : name === null ? t('warnings.none') : t('warnings.noneIn', { country: name }),
    cut: isKnown && known.isCut ? t('warnings.cut') : null,
    list,
    countries,
    /** Of a country. */
    facts: name === null || own === undefined ? [] : [own.total, own.read],
    old: name === null ? null : (own?.note ?? null),
    box: isKnown && !isBot ? known.box : null,
    mapWords: buildMapWords(reader, visit),
    words,
  }
  return data(page, isKnown || known === 404 ? {} : { status: 503, headers: { 'retry-after': '60' } })
}

/** Retry-After, when the warnings cannot be read. */
export function headers({ loaderHeaders }: HeadersArgs): Headers {
  return loaderHeaders
}

export default function Warnings() {
  const { head, title, isWorld, reason, none, cut, old, facts, list, countries, box, mapWords, words } = useLoaderData<typeof loader>()
  return (
    <div className="stack gap-5">
      <PageHead {...head} />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className="soft">{words.description}</p>
        {!isWorld && (
          <p className={styles.facts}>
            <Link to="/warnings">{words.all}</Link>
            {facts.map((fact) => (
              <span key={fact} className="soft">
                {fact}
              </span>
            ))}
          </p>
        )}
      </header>
      {[reason, old, cut].map(
        (note) =>
          note !== null && (
            <p key={note} className="note">
              {note}
            </p>
          ),
      )}
      {box !== null && (
        <section className={`needs-scripts ${styles.map}`} aria-label={words.map}>
          <WeatherMap messages={mapWords} place={null} kind="warnings" box={box} />
        </section>
      )}
      {isWorld && countries.length > 0 && <Countries countries={countries} words={words} />}
      {none !== null && <p className={`card ${styles.none}`}>{none}</p>}
      {list !== null && list.entries.length > 0 && (
        <section aria-labelledby="list" className="stack gap-4">
          <h2 id="list">{words.list}</h2>
          {list.entries.map((entry) => (
            <Entry key={entry.ids[0]} entry={entry} words={words} isWorld={isWorld} />
          ))}
          {list.more !== null && <p className="soft">{list.more}</p>}
        </section>
      )}
    </div>
  )
}
