import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { getAreaMessages, getTranslator } from '../../../src/messages/messages.ts'
import { createVisitApi } from '../api/server.ts'
import { AdSlot, PageAds } from '../components/ads/ads.tsx'
import { readPageAds } from '../components/ads/page-ads.server.ts'
import { useSite } from '../components/frame/use-site.ts'
import { buildMapWords } from '../components/map/legend.server.ts'
import { PageHead, StructuredData } from '../components/page-head.tsx'
import { SavedPlaces } from '../components/places/saved-places.tsx'
import { SearchField } from '../components/search/search-field.tsx'
import { findHit, MAX_SUGGESTIONS, toSearchFailure, buildSuggestions } from '../components/search/suggestion.ts'
import { Subscribe } from '../components/subscribe/subscribe.tsx'
import { buildSubscribeView } from '../components/subscribe/view.server.ts'
import { chooseHero } from '../home/hero.server.ts'
import { Hero } from '../home/hero.tsx'
import { listPlacesToGo, readPopularChecks } from '../home/popular.server.ts'
import { Popular } from '../home/popular.tsx'
import { SearchResults } from '../home/search-results.tsx'
import { visitContext } from '../visit/context.ts'
import { buildPageHead } from '../visit/head.server.ts'
import { type Reader, resolveReader, readVisitorRegion } from '../visit/reader.server.ts'
import styles from './home.module.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = context.get(visitContext)
  const { siteName, publicOrigin, nonce, isBot, tileSource } = visit
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY)
  const [reader, located, checks] = await Promise.all([
    resolveReader(request, context),
    readVisitorRegion(context),
    readPopularChecks(context),
  ])
  const { lang } = reader
  const found = query === '' ? null : await resultsOf(context, query, lang)
  const hit = typeof found === 'object' ? findHit(found ?? []) : undefined
  if (hit !== undefined) throw redirect(hit.path)
  const [hero, toGo, ads] = await Promise.all([
    chooseHero(context, reader, located?.region ?? null, checks),
    listPlacesToGo(context, checks, reader),
    readPageAds(context, reader, ['hero', 'dashboard']),
  ])
  const { t } = getTranslator(lang)
  const messages = { ...getAreaMessages(lang, 'home'), waiting: t('city.waiting') }
  return {
    head: buildPageHead(context, {
      title: query === '' ? messages.title : t('search.pageTitle', { query }),
      description: messages.description,
      path: '/',
      lang,
      isIndexed: query === '',
    }),
    structured: { nonce, value: siteData(siteName, publicOrigin) },
    messages,
    mapWords: buildMapWords(reader, visit),
    placeWords: getAreaMessages(lang, 'places'),
    reader: readerView(reader),
    query,
    results: found,
    hero,
    hasMap: !isBot && tileSource !== null,
    popularTitle: toGo.areAllPopular ? messages.popular : messages.examples,
    popular: toGo.places,
    ads,
    newsletter: buildSubscribeView(reader, null),
  }
}

const MAX_QUERY = 100

/** The site and its search as schema.org data. */
function siteData(name: string, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/?q={query}` },
      'query-input': 'required name=query',
    },
  }
}

/** The part of the reader that the browser needs. */
const readerView = ({ lang, locale, units }: Reader) => ({ lang, locale, units })

async function resultsOf(context: LoaderFunctionArgs['context'], query: string, lang: Reader['lang']) {
  try {
    return buildSuggestions(await createVisitApi(context).get('/api/geocode', { query: { q: query, lang, limit: MAX_SUGGESTIONS } }), lang)
  } catch (failure) {
    return toSearchFailure(failure)
  }
}

export default function Home() {
  const { head, structured, messages, mapWords, placeWords, reader, query, results, hero, hasMap, popularTitle, popular, ads, newsletter } =
    useLoaderData<typeof loader>()
  const site = useSite()
  return (
    <div className="stack gap-6">
      <PageHead {...head} />
      <StructuredData {...structured} />
      <PageAds ads={ads} />
      <div className={`stack gap-5 ${styles.top}`}>
        <h1 className={styles.heading}>{messages.heading}</h1>
        {site !== undefined && <SearchField site={site} asked={query} />}
      </div>
      {results !== null && site !== undefined && <SearchResults results={results} query={query} messages={site.search} />}
      <SavedPlaces nonce={structured.nonce} messages={placeWords} {...reader} />
      {hero !== null && <Hero key={hero.path} hero={hero} messages={messages} mapWords={mapWords} hasMap={hasMap} />}
      <AdSlot ads={ads} placement="hero" />
      <AdSlot ads={ads} placement="dashboard" />
      {popular.length > 0 && <Popular title={popularTitle} places={popular} />}
      <Subscribe view={newsletter} />
    </div>
  )
}
