import { WeatherIcon } from '../../components/weather-icon.tsx'
import type { CityTexts } from '../texts.ts'
import type { DaysView, DayView } from '../view/days.ts'
import styles from './days.module.css'
import { Facts, Value } from './facts.tsx'
import { ScaleColours } from './scale-colours.tsx'

/** The next days, each with its range on a common scale; details on demand. */
export function Days({ days, none, messages }: { readonly days: DaysView | null; readonly none: string; readonly messages: CityTexts }) {
  return (
    <section aria-labelledby="days" className={`card stack ${styles.days}`}>
      <h2 id="days">{messages.days}</h2>
      {days === null || days.list.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          {days.colours !== null && (
            <svg width="0" height="0" aria-hidden="true" className={styles.colours}>
              <ScaleColours id="days-colours" along="x" of={days.colours} />
            </svg>
          )}
          <ul className={styles.list}>
            {days.list.map((day) => (
              <li key={day.date}>
                <Day day={day} names={days.facts} messages={messages} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Day({ day, names, messages }: { readonly day: DayView; readonly names: readonly string[]; readonly messages: CityTexts }) {
  return (
    <details>
      <summary className={`when-whole chevron ${styles.row}`}>
        <span className={styles.name}>
          <strong>{day.name}</strong> <span className="soft small">{day.shortDate}</span>
        </span>
        <span className={styles.sky}>
          <WeatherIcon name={day.icon} size={36} />
          <span className={styles.words}>
            <span>
              <Value text={day.words} unknown={messages.unknown} />
            </span>
            <span className={styles.rain}>
              <span className="unseen">, {messages.rain}: </span>
              <Value text={day.rain} unknown={messages.unknown} />
            </span>
          </span>
        </span>
        <span className={styles.fall} aria-hidden="true">
          {day.fall.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
        <span className={styles.wind}>
          <span className="unseen">, {messages.wind}: </span>
          <Value text={day.wind} unknown={messages.unknown} />
        </span>
        <span className={styles.range}>
          <span className="unseen">, {messages.lowest}: </span>
          <span className={styles.min}>
            <Value text={day.min} unknown={messages.unknown} />
          </span>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect className={styles.rail} width="100" height="6" rx="3" />
            {day.range !== null && <rect x={day.range[0]} width={day.range[1]} height="6" rx="2" fill="url(#days-colours)" />}
          </svg>
          <span className="unseen">, {messages.highest}: </span>
          <span className={styles.max}>
            <Value text={day.max} unknown={messages.unknown} />
          </span>
        </span>
      </summary>
      <div className={styles.more}>
        {day.summary !== null && <p>{day.summary}</p>}
        <Facts facts={names.map((name, index) => [name, day.facts[index] ?? ''])} unknown={messages.unknown} />
        <a href={day.href}>{day.open}</a>
      </div>
    </details>
  )
}
