import { Fold } from '../../components/fold.tsx'
import type { CityTexts } from '../texts.ts'
import type { PastView } from '../view/past.ts'
import { Value } from './facts.tsx'
import styles from './past.module.css'

/** Past weather, and the accuracy of its forecasts. */
export function Past({
  past: { text, count, isMeasured, rows, accuracy },
  messages,
}: {
  readonly past: PastView
  readonly messages: CityTexts
}) {
  return (
    <Fold id="past" title={messages.past}>
      <div>
        <p>{text}</p>
        {count !== null && <p className="soft small">{count}</p>}
      </div>
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <div className="scroll" role="group" aria-label={messages.past} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{messages.day}</th>
                <th scope="col" data-what="observed">
                  {isMeasured ? messages.observed : messages.computed}
                </th>
                <th scope="col" data-what="forecast">
                  {messages.forecast}
                </th>
                <td aria-hidden="true" />
                <th scope="col">{messages.rain}</th>
                <th scope="col">{messages.readings}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ day, href, observed, forecast, observedRange, forecastRange, rain, readings }) => (
                <tr key={day}>
                  <th scope="row">
                    <a href={href}>{day}</a>
                  </th>
                  <td>
                    <Value text={observed} unknown={messages.unknown} />
                  </td>
                  <td className="soft">
                    <Value text={forecast} unknown={messages.unknown} />
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
                    <Value text={rain} unknown={messages.unknown} />
                  </td>
                  <td>{readings}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {(accuracy.lines.length > 0 || accuracy.note !== null) && (
        <div className={`stack gap-1 ${styles.accuracy}`}>
          <h3>{messages.accuracy}</h3>
          {accuracy.note !== null && <p className="soft">{accuracy.note}</p>}
          {accuracy.lines.length > 0 && (
            <ul>
              {accuracy.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Fold>
  )
}
