import type { Messages } from '../../../src/messages/messages.ts'
import type { CalendarView } from './calendar.ts'
import styles from './day-page.module.css'

/** A month of links to its days, each with its highest temperature. */
export function Calendar({ calendar, words }: { readonly calendar: CalendarView; readonly words: Messages<'dayPage'> }) {
  const { name, weekdays, weeks, previous, next } = calendar
  return (
    <>
      <div className={styles.month}>
        <Turn to={previous} name={words.previousMonth} side="before" />
        <p id="month" className={styles.monthName}>
          {name}
        </p>
        <Turn to={next} name={words.nextMonth} side="after" />
      </div>
      <table className={styles.calendar} aria-labelledby="month">
        <colgroup>
          <col span={7} />
        </colgroup>
        <thead>
          <tr>
            {weekdays.map(([short, long]) => (
              <th key={long} scope="col">
                <abbr title={long}>{short}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)?.date}>
              {Array.from({ length: 7 }, (_, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns never change
                <td key={column}>{week[column] && <Day day={week[column]} words={words} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft small">{words.calendarText}</p>
    </>
  )
}

type DayOf = NonNullable<CalendarView['weeks'][number][number]>

function Day({
  day: { number, name, href, high, colour, isShown, isToday, isForecast },
  words,
}: {
  readonly day: DayOf
  readonly words: Messages<'dayPage'>
}) {
  const text = (
    <>
      <span aria-hidden="true">{number}</span>
      <span className="unseen">
        {name}
        {high !== null && `, ${words.high}: `}
      </span>
      {high !== null && (
        <span className={styles.high} data-degrees={colour} data-forecast={isForecast}>
          {high}
        </span>
      )}
    </>
  )
  if (isShown)
    return (
      <span className={styles.day} aria-current="page" data-today={isToday}>
        {text}
      </span>
    )
  return href === null ? (
    <span className={`soft ${styles.day}`} data-today={isToday}>
      {text}
    </span>
  ) : (
    <a className={styles.day} href={href} data-today={isToday}>
      {text}
    </a>
  )
}

function Turn({ to, name, side }: { readonly to: string | null; readonly name: string; readonly side: 'before' | 'after' }) {
  const arrow = <span aria-hidden="true" className={styles.arrow} data-to={side} />
  if (to === null) return <span className={styles.turn} />
  return (
    <a className={styles.turn} href={to} aria-label={name}>
      {arrow}
    </a>
  )
}
