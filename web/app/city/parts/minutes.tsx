import { MINUTES_CHART } from '../charts/shapes.ts'
import type { CityTexts } from '../texts.ts'
import type { MinutesView } from '../view/minutes.ts'
import styles from './minutes.module.css'

/** The next hour: a sentence, and rain by the minute. */
export function Minutes({ minutes: { text, chart }, messages }: { readonly minutes: MinutesView; readonly messages: CityTexts }) {
  const { width, height, base } = MINUTES_CHART
  return (
    <section aria-labelledby="next-hour" className="card stack">
      <h2 id="next-hour">{messages.nextHour}</h2>
      <p>{text}</p>
      {chart !== null && (
        <div className={styles.chart}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={chart.label}>
            <path className={styles.heavyLine} d={`M0 ${height / 2}H${width}`} />
            {chart.gaps !== '' && <path className={styles.gaps} d={chart.gaps} />}
            <path className={styles.bars} d={chart.bars} />
            <path className={styles.base} d={`M0 ${base}H${width}`} />
          </svg>
          <span className={styles.heavy} aria-hidden="true">
            {chart.heavy}
          </span>
          <p className={styles.times} aria-hidden="true">
            {chart.times.map((time) => (
              <span key={time}>{time}</span>
            ))}
          </p>
        </div>
      )}
    </section>
  )
}
