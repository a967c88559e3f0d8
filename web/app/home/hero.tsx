import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Messages } from '../../../src/messages/messages.ts'
import { MINUTE_MS } from '../../../src/time.ts'
import { api } from '../api/browser.ts'
import { Icon } from '../components/icon.tsx'
import type { MapWords } from '../components/map/legend.server.ts'
import { WeatherMap } from '../components/map/weather-map.tsx'
import { useLate } from '../components/use-late.ts'
import { WeatherIcon } from '../components/weather-icon.tsx'
import { cityPath } from '../visit/city-path.ts'
import styles from './hero.module.css'
import type { Hero as HeroView, HeroWeather } from './hero.server.ts'

interface HeroOf {
  readonly hero: HeroView
  readonly messages: Messages<'home'> & { readonly waiting: string }
  readonly mapWords: MapWords
  /** False for crawlers: tiles cost calls. */
  readonly hasMap: boolean
}

/** The weather of a place on a map of its surroundings. */
export function Hero({ hero: { place, path, why, weather }, messages, mapWords, hasMap }: HeroOf) {
  useLate(weather === 'late')
  return (
    <section className={hasMap ? `${styles.hero} ${styles.mapped}` : styles.hero} aria-labelledby="hero">
      {hasMap && (
        <div className={styles.map}>
          <WeatherMap messages={mapWords} place={place} kind="covered" />
        </div>
      )}
      <div className={styles.panel}>
        <p className={styles.why}>{why}</p>
        <h2 id="hero" className={styles.name}>
          {place.name}
        </h2>
        {typeof weather === 'string' ? (
          <p className={styles.waiting}>{weather === 'late' ? messages.waiting : messages.away}</p>
        ) : (
          <Now weather={weather} messages={messages} />
        )}
        <div className={styles.actions}>
          <Link to={path} className="button">
            {messages.more}
            <span className="unseen">{messages.moreOf.replace('{name}', () => place.name)}</span>
          </Link>
          <LocateButton messages={messages} />
        </div>
        {typeof weather === 'object' && (
          <p className={styles.credit}>
            {weather.credits.map(({ text, url }, index) => (
              <span key={text}>
                {index > 0 && ' · '}
                <a href={url}>{text}</a>
              </span>
            ))}
          </p>
        )}
      </div>
    </section>
  )
}

function Now({
  weather: { temperature, icon, sky, facts, high, low, asOf },
  messages,
}: {
  readonly weather: HeroWeather
  readonly messages: HeroOf['messages']
}) {
  return (
    <>
      <div className={styles.now}>
        <p className={styles.temperature}>{temperature}</p>
        <WeatherIcon name={icon} size={96} />
      </div>
      <p className={styles.sky}>
        {sky}
        {high !== null && low !== null && (
          <span className={styles.range}>
            {messages.high} <strong>{high}</strong> · {messages.low} <strong>{low}</strong>
          </span>
        )}
      </p>
      <p className="soft">{facts.join(' · ')}</p>
      {asOf !== null && <p className="note small">{asOf}</p>}
    </>
  )
}

const POSITION = { timeout: 10_000, maximumAge: 10 * MINUTE_MS }
/** About a kilometre: as precise as the weather, and no more is revealed. */
const DECIMALS = 2
/** Error code of the Geolocation API. */
const PERMISSION_DENIED = 1

type State = 'ready' | 'locating' | 'notAllowed' | 'notFound'

/** Opens the weather at the visitor's position. The browser asks for permission after the click, never before. */
function LocateButton({ messages }: { readonly messages: Messages<'home'> }) {
  const navigate = useNavigate()
  const [state, setState] = useState<State>('ready')

  const locate = async () => {
    setState('locating')
    try {
      const { coords } = await new Promise<GeolocationPosition>((found, failed) =>
        navigator.geolocation.getCurrentPosition(found, failed, POSITION),
      )
      const [lat, lon] = [coords.latitude, coords.longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))) as [number, number]
      const named = await api.get('/api/location/name', { query: { lat, lon } }).then(
        ({ places, near }) => places[0] ?? near[0],
        () => undefined,
      )
      await navigate(cityPath({ name: named?.name ?? '', lat, lon }))
    } catch (error) {
      // Not every browser defines GeolocationPositionError.
      const isDenied = (error as Partial<GeolocationPositionError> | null)?.code === PERMISSION_DENIED
      setState(isDenied ? 'notAllowed' : 'notFound')
    }
  }

  return (
    <>
      <button type="button" className={`button plain ${styles.locate}`} disabled={state === 'locating'} onClick={() => void locate()}>
        <Icon name="here" />
        {messages.locate}
      </button>
      <p role="status" className={state === 'ready' ? 'unseen' : `small ${styles.status}`}>
        {state !== 'ready' && messages[state]}
      </p>
    </>
  )
}
