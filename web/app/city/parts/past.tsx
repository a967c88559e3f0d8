import type { CityTexts } from '../texts.ts'
import type { PastView } from '../view/past.ts'
import styles from './past.module.css'
import { Value } from './facts.tsx'

/** Past weather, and the accuracy of its forecasts. */
export function Past({
  past: { text, count, isMeasured, rows, accuracy, accuracyNote },
  m,
}: {
  readonly past: PastView
  readonly m: CityTexts
}) {
  return (
    <section aria-labelledby="past" className={`card ${styles.past}`}>
      <h2 id="past">{m.past}</h2>
      <div>
        <p>{text}</p>
        {count !== null && <p className="soft small">{count}</p>}
      </div>
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <div className={styles.scroll} role="group" aria-label={m.past} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{m.day}</th>
                <th scope="col" data-what="observed">
                  {isMeasured ? m.observed : m.computed}
                </th>
                <th scope="col" data-what="forecast">
                  {m.forecast}
                </th>
                <td aria-hidden="true" />
                <th scope="col">{m.rain}</th>
                <th scope="col">{m.readings}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([day, observed, forecast, rain, readings, observedRange, forecastRange]) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>
                    <Value text={observed} unknown={m.unknown} />
                  </td>
                  <td className="soft">
                    <Value text={forecast} unknown={m.unknown} />
                  </td>
                  <td aria-hidden="true" className={styles.bars}>
                    <svg viewBox="0 0 100 14" preserveAspectRatio="none">
                      {observedRange !== null && (
                        <rect className={styles.observed} x={observedRange[0]} width={observedRange[1]} height="6" rx="2" />
                      )}
                      {forecastRange !== null && (
                        <rect className={styles.forecast} x={forecastRange[0]} y="8" width={forecastRange[1]} height="5" rx="2" />
                      )}
                    </svg>
                  </td>
                  <td>
                    <Value text={rain} unknown={m.unknown} />
                  </td>
                  <td>{readings}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(accuracy.length > 0 || accuracyNote !== null) && (
        <div className={styles.accuracy}>
          <h3>{m.accuracy}</h3>
          {accuracyNote !== null && <p className="soft">{accuracyNote}</p>}
          {accuracy.length > 0 && (
            <ul>
              {accuracy.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}
