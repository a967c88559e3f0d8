import type { Messages } from '../../../src/messages/messages.ts'
import { Alerts } from '../city/parts/alerts.tsx'
import { Facts, Value } from '../city/parts/facts.tsx'
import hero from '../city/parts/hero.module.css'
import { HoursChart } from '../city/parts/hours.tsx'
import type { CityTexts } from '../city/texts.ts'
import { DataTable } from '../components/data-table.tsx'
import { WeatherIcon } from '../components/weather-icon.tsx'
import { Calendar } from './calendar.server.tsx'
import styles from './day-page.module.css'
import type { DayView } from './view.server.ts'

export interface DayContent {
  readonly view: DayView
  readonly words: Messages<'dayPage'>
  readonly cityWords: CityTexts
}

/** A day at a place: what it is or was like, by parts and hours, and the way to other days. */
export function DayPage({ view, words, cityWords }: DayContent) {
  const { place, previous, next, note, alerts, parts, hours, hoursNone, leads, facts, sun, usual, calendar, csv, credits, times } = view
  return (
    <>
      <nav className={`when-whole ${styles.nav}`} aria-label={words.days}>
        <a href={place.path}>{place.name}</a>
        {previous !== null && (
          <a href={previous} rel="prev">
            <span aria-hidden="true" className={styles.arrow} data-to="before" />
            {words.previous}
          </a>
        )}
        {next !== null && (
          <a href={next} rel="next">
            {words.next}
            <span aria-hidden="true" className={styles.arrow} data-to="after" />
          </a>
        )}
      </nav>
      {alerts !== null && <Alerts alerts={alerts} messages={cityWords} />}
      <Head view={view} cityWords={cityWords} />
      {note !== null && <p className="note">{note}</p>}
      <div className={`columns ${styles.body}`}>
        <div className="stack gap-5">
          {parts.length > 0 && <Parts parts={parts} words={words} />}
          {hours !== null ? (
            <section aria-labelledby="hours" className="card stack">
              <h2 id="hours">{words.hours}</h2>
              {view.basis !== null && <p className="soft small">{view.basis}</p>}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
              <div className={`scroll ${styles.scroll}`} role="group" aria-label={cityWords.chartMove} tabIndex={0}>
                <HoursChart hours={hours} />
              </div>
              <HoursTable view={view} words={words} cityWords={cityWords} />
            </section>
          ) : (
            hoursNone !== null && (
              <section aria-labelledby="hours" className="card stack">
                <h2 id="hours">{words.hours}</h2>
                <p className="soft">{hoursNone}</p>
              </section>
            )
          )}
          {leads !== null && (
            <section aria-labelledby="compared" className="card stack">
              <h2 id="compared">{words.compared}</h2>
              <Leads leads={leads} words={words} cityWords={cityWords} />
            </section>
          )}
        </div>
        <div className="stack gap-5">
          <section aria-labelledby="calendar" className="card stack">
            <h2 id="calendar" className="unseen">
              {words.calendar}
            </h2>
            <Calendar calendar={calendar} words={words} />
          </section>
          {[...facts, ...sun].length > 0 && (
            <section aria-labelledby="facts" className="card stack">
              <h2 id="facts">{words.facts}</h2>
              <Facts facts={[...facts, ...sun]} unknown={cityWords.unknown} />
            </section>
          )}
          {usual !== null && (
            <section aria-labelledby="usual" className="card stack">
              <h2 id="usual">{words.usual}</h2>
              <Facts facts={usual.facts} unknown={cityWords.unknown} />
              <p className="soft small">{usual.note}</p>
            </section>
          )}
          {csv !== null && (
            <p className={`small ${styles.links}`}>
              <a href={csv.observations} download="">
                {words.csvObservations}
              </a>
              <a href={csv.forecasts} download="">
                {words.csvForecasts}
              </a>
            </p>
          )}
        </div>
      </div>
      <footer className={`soft small ${styles.links}`}>
        {credits.map(({ text, url }) => (
          <a key={text} href={url} rel="noopener">
            {text}
          </a>
        ))}
        <span>{times}</span>
      </footer>
    </>
  )
}

function Head({ view: { place, name, relative, made, hero: sky }, cityWords }: Pick<TableOf, 'view' | 'cityWords'>) {
  return (
    <header className={hero.hero} data-sky={sky.sky} data-light="day">
      <div>
        <p>{[place.name, place.region].filter((text) => text !== '').join(' · ')}</p>
        <h1>{name}</h1>
        {relative !== null && <p className={styles.relative}>{relative}</p>}
      </div>
      {(sky.words !== null || sky.range.length > 0) && (
        <div className={hero.main}>
          <div className={hero.now}>
            {sky.icon !== null && <WeatherIcon name={sky.icon} size={80} />}
            <div>
              {sky.words !== null && <p className={hero.words}>{sky.words}</p>}
              <p>{sky.range.join(' · ')}</p>
            </div>
          </div>
          {sky.fall !== '' && <p className={hero.outlook}>{sky.fall}</p>}
          {made !== null && (
            <p className="small">
              <a href={made}>{cityWords.made}</a>
            </p>
          )}
        </div>
      )}
    </header>
  )
}

function Parts({ parts, words }: { readonly parts: DayView['parts']; readonly words: Messages<'dayPage'> }) {
  return (
    <section aria-labelledby="parts" className="card stack">
      <h2 id="parts" className="unseen">
        {words.parts}
      </h2>
      <ul className={styles.parts}>
        {parts.map(({ name, from, icon, words: sky, range, text }) => (
          <li key={name}>
            <h3>
              {name} <span className="soft small">{from}</span>
            </h3>
            <WeatherIcon name={icon} size={44} />
            <p className={styles.range}>{range}</p>
            {sky !== null && <p>{sky}</p>}
            <p className="soft small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TableOf {
  readonly view: DayView
  readonly words: Messages<'dayPage'>
  readonly cityWords: CityTexts
}

function HoursTable({ view: { rows }, words, cityWords }: TableOf) {
  const { time, weather, temperature, feelsLike, rain, chance, wind, gusts, unknown } = cityWords
  const columns = [time, weather, temperature, feelsLike, rain, chance, wind, gusts, words.basis]
  return (
    <details className={styles.disclosure}>
      <summary>{words.table}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="scroll" role="group" aria-label={words.table} tabIndex={0}>
        <DataTable className={styles.table} columns={columns} rows={rows} renderCell={(text) => <Value text={text} unknown={unknown} />} />
      </div>
    </details>
  )
}

interface LeadsOf {
  readonly leads: NonNullable<DayView['leads']>
  readonly words: Messages<'dayPage'>
  readonly cityWords: CityTexts
}

function Leads({ leads: { came, leads }, words, cityWords }: LeadsOf) {
  const row = ([first, ...values]: readonly string[]) => (
    <tr key={first}>
      <th scope="row">{first}</th>
      {values.map((value, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- the columns never change
        <td key={column}>
          <Value text={value} unknown={cityWords.unknown} />
        </td>
      ))}
    </tr>
  )
  return (
    <table className={styles.leads}>
      <thead>
        <tr>
          {[words.made, cityWords.lowest, cityWords.highest, cityWords.rain].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {came !== null && <tbody className={styles.came}>{row(came)}</tbody>}
      <tbody>{leads.map(row)}</tbody>
    </table>
  )
}
