import { WeatherIcon } from '../../components/weather-icon.tsx'
import { UNKNOWN } from '../../format/numbers.ts'
import type { CityTexts } from '../texts.ts'
import type { NowView } from '../view/now.ts'
import { Facts } from './facts.tsx'
import styles from './now.module.css'

interface NowOf {
  readonly now: NowView
  readonly messages: CityTexts
  /** The text about its age. */
  readonly children: React.ReactNode
}

export function Now({ now, messages, children }: NowOf) {
  return (
    <section aria-labelledby="now" className={`card ${styles.now}`}>
      <h2 id="now" className="unseen">
        {messages.now}
      </h2>
      <div className={styles.main}>
        <WeatherIcon name={now.icon} size={112} />
        <p className={styles.temperature}>
          {now.temperature}
          {now.temperature !== UNKNOWN && <span className={styles.unit}>{now.unit}</span>}
        </p>
        <div>
          <p className={styles.words}>{now.words}</p>
          <p className="soft">{now.feelsLike}</p>
        </div>
      </div>
      <Facts facts={now.facts} unknown={messages.unknown} />
      <p className={`soft small ${styles.foot}`}>
        <span>{now.observed}</span>
        {children}
      </p>
    </section>
  )
}
