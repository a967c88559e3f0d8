import { WeatherIcon } from '../../components/weather-icon.tsx'
import { UNKNOWN } from '../../format/numbers.ts'
import type { CityTexts } from '../texts.ts'
import type { CityView } from '../view/city-view.server.ts'
import styles from './hero.module.css'

interface HeroOf {
  readonly view: Pick<CityView, 'place' | 'now' | 'hero'>
  readonly messages: CityTexts
  readonly actions: React.ReactNode
  /** Its age and what was measured. */
  readonly children: React.ReactNode
}

/** The place, the weather now, and what comes next, before a sky of its colours. */
export function Hero({ view: { place, now, hero }, messages, actions, children }: HeroOf) {
  return (
    <section aria-labelledby="now" className={styles.hero} data-sky={hero.sky} data-light={hero.light} data-heat={hero.heat}>
      <header className={`when-whole ${styles.head}`}>
        <div>
          <h1>{place.name}</h1>
          {place.region !== '' && <p>{place.region}</p>}
        </div>
        {actions}
      </header>
      <h2 id="now" className="unseen">
        {messages.now}
      </h2>
      <div className={styles.main}>
        {now !== null && (
          <div className={styles.now}>
            <WeatherIcon name={now.icon} size={96} />
            <p className={styles.temperature}>
              {now.temperature}
              {now.temperature !== UNKNOWN && <span className={styles.unit}>{now.unit}</span>}
            </p>
            <div>
              <p className={styles.words}>{now.words}</p>
              <p>
                {[now.feelsLike, ...(hero.facts.length === 0 ? hero.range : [hero.difference])].filter((text) => text !== null).join(' · ')}
              </p>
            </div>
          </div>
        )}
        {hero.lead !== '' && <p className={styles.outlook}>{hero.lead}</p>}
      </div>
      {hero.facts.length > 0 && (
        <dl className={`when-whole ${styles.facts}`}>
          {hero.facts.map(({ name, value, more, to }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {to !== undefined && (
                  <svg viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">
                    <path transform={`rotate(${to})`} d="M0 -7L5 6L0 3L-5 6Z" />
                  </svg>
                )}
                <strong>{value}</strong>
              </dd>
              {more !== null && <dd>{more}</dd>}
            </div>
          ))}
        </dl>
      )}
      <p className={styles.foot}>{children}</p>
    </section>
  )
}
