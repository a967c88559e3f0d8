import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Messages } from '../../../src/messages/messages.ts'
import { useSite } from '../components/frame/use-site.ts'
import { Icon } from '../components/icon.tsx'
import type { MapWords } from '../components/map/legend.server.ts'
import { WeatherMap } from '../components/map/weather-map.tsx'
import { type Locating, openHere } from '../components/search/locate.ts'
import { useLate } from '../components/use-late.ts'
import { WeatherIcon } from '../components/weather-icon.tsx'
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
  const site = useSite()
  return (
    <section className={hasMap ? `${styles.hero} ${styles.mapped}` : styles.hero} aria-labelledby="hero">
      <div className={styles.panel}>
        {why !== '' && <p className={styles.why}>{why}</p>}
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
          {site !== undefined && <LocateButton words={site.search} />}
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
      {hasMap && (
        <div className={`needs-scripts ${styles.map}`}>
          <WeatherMap messages={mapWords} place={place} kind="covered" />
        </div>
      )}
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
      <p className={`when-whole ${styles.sky}`}>
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

/** Opens the weather at the visitor's position. The browser asks for permission after the click, never before. */
function LocateButton({ words }: { readonly words: Messages<'search'> }) {
  const navigate = useNavigate()
  const [state, setState] = useState<Locating>('ready')
  return (
    <>
      <button
        type="button"
        className="button plain when-ready"
        disabled={state === 'locating'}
        onClick={() => void openHere(navigate, setState)}
      >
        <Icon name="here" />
        {words.locate}
      </button>
      <p role="status" className={state === 'ready' ? 'unseen' : `small ${styles.status}`}>
        {state !== 'ready' && words[state]}
      </p>
    </>
  )
}
