import { Link } from 'react-router'
import type { Messages } from '../../../src/messages/messages.ts'
import { Icon } from '../components/icon.tsx'
import type { SavedPlace } from '../components/places/saved.ts'
import { WeatherIcon } from '../components/weather-icon.tsx'
import { UNKNOWN } from '../format/numbers.ts'
import { writeCityPath, formatPlaceSegment } from '../visit/city-path.ts'
import { writePointKey } from './arrange.ts'
import styles from './places.module.css'
import type { RowView, WeekView } from './week.server.ts'

interface TableOf {
  readonly places: readonly SavedPlace[]
  readonly week: WeekView
  /** The reader's home place, as in addresses. */
  readonly home: string | null
  readonly messages: Messages<'compare'>
}

/** A row for each place: now, and the next seven days. */
export function WeekTable({ places, week: { locale, dates, rows, asOf, credits }, home, messages }: TableOf) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={`card scroll ${styles.scroll}`} role="group" aria-label={messages.title} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{messages.place}</th>
              <th scope="col">{messages.now}</th>
              {dates.map(({ date, weekday, day }) => (
                <th key={date} scope="col">
                  {weekday}
                  <span className={styles.date}>{day}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={writePointKey(place)}>
                <th scope="row">
                  <Link to={writeCityPath(place)}>{place.label ?? place.name}</Link>
                  {home === formatPlaceSegment(place) && (
                    <span className={styles.home}>
                      <Icon name="home" size={16} />
                      <span className="unseen">{messages.home}</span>
                    </span>
                  )}
                </th>
                <Cells row={rows[writePointKey(place)]} count={dates.length} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="soft small">
        {asOf !== null && messages.asOf.replace('{time}', () => timeIn(locale, asOf))}
        {credits.map(([text, url]) => (
          <span key={text}>
            {' · '}
            <a href={url} rel="noopener">
              {text}
            </a>
          </span>
        ))}
      </p>
    </>
  )
}

/** On the reader's own clock: the places have several. */
function timeIn(locale: string, instant: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(instant))
}

function Cells({ row, count }: { readonly row: RowView | undefined; readonly count: number }) {
  const days = row?.days ?? Array.from({ length: count }, () => null)
  return (
    <>
      <td className={styles.now}>
        <WeatherIcon name={row?.now?.icon ?? null} size={32} />
        <span className="unseen">{row?.now?.words}</span>
        <b>{row?.now?.temperature ?? UNKNOWN}</b>
      </td>
      {days.map((day, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a day has the column of its date
        <td key={index}>
          <WeatherIcon name={day?.icon ?? null} size={32} />
          <span className="unseen">{day?.words}</span>
          <span>
            <b data-degrees={day?.colour ?? ''}>{day?.high ?? UNKNOWN}</b> <span className="soft">{day?.low}</span>
          </span>
          <span className={styles.fall}>{day?.fall}</span>
        </td>
      ))}
    </>
  )
}
