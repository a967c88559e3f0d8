import { Link } from 'react-router'
import { useLate } from '../components/use-late.ts'
import { type MapWords, WeatherMap } from '../components/map/weather-map.tsx'
import { WeatherIcon } from '../components/weather-icon.tsx'
import type { Messages } from '../../../src/messages/messages.ts'
import type { Hero as HeroView, HeroWeather } from './hero.server.ts'
import styles from './hero.module.css'
import { LocateButton } from './locate-button.tsx'

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
          <WeatherMap messages={mapWords} place={place} isCovered />
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
            <a href={weather.credit.url}>{weather.credit.text}</a>
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
