import type { CityTexts } from '../texts.ts'
import type { HoursView } from '../view/hours.ts'
import { HoursChart } from './hours-chart.tsx'
import { HoursTable } from './hours-table.tsx'
import styles from './hours.module.css'

/** Two days by hour: as a chart, and as a table. */
export function Hours({
  hours,
  none,
  messages,
}: {
  readonly hours: HoursView | null
  readonly none: string
  readonly messages: CityTexts
}) {
  return (
    <section aria-labelledby="hours" className={`card ${styles.hours}`}>
      <h2 id="hours">{messages.hours}</h2>
      {hours === null ? (
        <p>{none}</p>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className={styles.scroll} role="group" aria-label={messages.chartMove} tabIndex={0}>
            <HoursChart hours={hours} />
          </div>
          <p className={`soft small ${styles.legend}`}>
            <span data-what="temperature">{messages.temperature}</span>
            <span data-what="rain">
              {messages.rain}, {hours.fullRain}
            </span>
            <span>%: {messages.chance}</span>
            <span>
              <svg className={styles.arrow} viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
                <path d="M-6 0H6M3-3L6 0L3 3" />
              </svg>
              {messages.wind}, {hours.windUnit}
            </span>
          </p>
          <details className={styles.disclosure}>
            <summary>{messages.hoursTable}</summary>
            <HoursTable hours={hours} messages={messages} />
          </details>
        </>
      )}
    </section>
  )
}
