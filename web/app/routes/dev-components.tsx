import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { CityPage, Waiting } from '../city/city-page.tsx'
import { PageAds } from '../components/ads/ads.tsx'
import { Failure } from '../components/frame/error-page.tsx'
import { useSite } from '../components/frame/use-site.ts'
import { PlaceCard } from '../components/places/place-card.tsx'
import { SEARCH_FAILURES } from '../components/search/suggestion.ts'
import { Subscribe } from '../components/subscribe/subscribe.tsx'
import { WeatherIcon } from '../components/weather-icon.tsx'
import { buildComponentScenes } from '../dev/scenes.server.ts'
import type { Hero as HeroView } from '../home/hero.server.ts'
import { Hero } from '../home/hero.tsx'
import { SearchResults } from '../home/search-results.tsx'

export const loader = ({ request, context }: LoaderFunctionArgs) => buildComponentScenes(request, context)

/** Without `late`, which asks again for the page's data: the service answers such requests only for the site's own paths. */
const HEROES: Readonly<Record<string, HeroView['weather']>> = {
  error: 'away',
  'night, stale, extreme': {
    temperature: '\u221289°',
    icon: 'clear-night',
    sky: 'Clear sky',
    facts: ['Feels like \u221299°'],
    high: '\u221268°',
    low: '\u221289°',
    asOf: '5 hours ago',
    credits: [{ text: 'Credit', url: 'https://example.org' }],
  },
}
const OUTCOME = {
  done: ['It worked.'],
  problems: ['It did not work.'],
  fields: { email: 'This is no address.', place: 'This is no place.' },
}
const AD_QUESTION = { ad: 'Ad', title: 'Ads', question: 'May we show ads?', yes: 'Yes', no: 'No' }

/** `npm run dev`, /dev/components: every public component in its states. It is no part of a build. */
export default function Components() {
  const { cities, cards, results, icons, home, mapWords, newsletter } = useLoaderData<typeof loader>()
  const site = useSite()
  if (site === undefined) return null
  return (
    <>
      <title>Components</title>
      <meta name="robots" content="noindex" />
      <h1>Components</h1>
      <Scene name="Icons, by day and night">
        {icons.map((icon) => (
          <WeatherIcon key={icon} name={icon} />
        ))}
        <WeatherIcon name={null} />
      </Scene>
      <Scene name="Search">
        {[results, [], ...SEARCH_FAILURES].map((found) => (
          <SearchResults key={String(found)} results={found} query="a | b" messages={site.search} />
        ))}
      </Scene>
      <Scene name="Cards of places">
        {cards.map((place) => (
          <PlaceCard key={place.path} place={place} />
        ))}
      </Scene>
      {Object.entries(HEROES).map(([state, weather]) => (
        <Scene key={state} name={`Front page, ${state}`}>
          <Hero
            hero={{ place: { name: 'Place', lat: 0, lon: 0 }, path: '/', why: 'Why', weather }}
            messages={home}
            mapWords={mapWords}
            hasMap={false}
          />
        </Scene>
      ))}
      <Scene name="Subscription, refused">
        <Subscribe view={newsletter} outcome={OUTCOME} />
      </Scene>
      <Scene name="Consent to ads">
        <PageAds ads={{ messages: AD_QUESTION, consent: 'ask', units: [] }} />
      </Scene>
      {[404, 429, 500, 503].map((status) => (
        <Scene key={status} name={`Failure ${status}`}>
          <Failure status={status} messages={site.messages} />
        </Scene>
      ))}
      <Scene name="Place, loading">
        <Waiting name="Place" region="Country" text="Loading" />
      </Scene>
      {cities.map(({ state, dir, content }) => (
        <Scene key={state} name={`Place, ${state}`} dir={dir}>
          <CityPage {...content} outcome={state === 'empty' ? { isAccepted: false, status: 429, text: 'Too many reports' } : undefined} />
        </Scene>
      ))}
    </>
  )
}

function Scene({ name, dir, children }: { readonly name: string; readonly dir?: 'ltr' | 'rtl'; readonly children: ReactNode }) {
  return (
    <section aria-label={name} dir={dir} data-scene={name}>
      <p className="soft small">{name}</p>
      {children}
    </section>
  )
}
