import { Link } from 'react-router'
import { useLate } from '../components/use-late.ts'
import { type MapWords, WeatherMap } from '../components/map/weather-map.tsx'
import { WeatherIcon } from '../components/weather-icon.tsx'
import type { home } from '../i18n/home.server.ts'
import type { Hero as HeroView, HeroWeather } from './hero.server.ts'
import styles from './hero.module.css'
import { LocateButton } from './locate-button.tsx'

interface HeroOf {
  readonly hero: HeroView
  readonly m: (typeof home)['en']
  readonly mapWords: MapWords
  /** False for crawlers: tiles cost calls. */
  readonly hasMap: boolean
}

/** The weather of a place on a map of its surroundings. */
export function Hero({ hero: { place, path, why, weather }, m, mapWords, hasMap }: HeroOf) {
  useLate(weather === 'late')
  return (
    <section className={hasMap ? `${styles.hero} ${styles.mapped}` : styles.hero} aria-labelledby="hero">
      {hasMap && (
        <div className={styles.map}>
          <WeatherMap m={mapWords} place={place} isCovered />
        </div>
      )}
      <div className={styles.panel}>
        <p className={styles.why}>{why}</p>
        <h2 id="hero" className={styles.name}>
          {place.name}
        </h2>
        {typeof weather === 'string' ? (
          <p className={styles.waiting}>{weather === 'late' ? m.onItsWay : m.away}</p>
        ) : (
          <Now weather={weather} m={m} />
        )}
        <div className={styles.actions}>
          <Link to={path} className="button">
            {m.more}
            <span className="unseen">{m.moreOf.replace('{name}', place.name)}</span>
          </Link>
          <LocateButton m={m} />
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
  m,
}: {
  readonly weather: HeroWeather
  readonly m: HeroOf['m']
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
            {m.high} <strong>{high}</strong> · {m.low} <strong>{low}</strong>
          </span>
        )}
      </p>
      <p className="soft">{facts.join(' · ')}</p>
      {asOf !== null && <p className="note small">{asOf}</p>}
    </>
  )
}
