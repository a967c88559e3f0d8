import { useState } from 'react'
import { AdSlot, type PageAdsView } from '../components/ads/ads.tsx'
import { Fold } from '../components/fold.tsx'
import { Icon } from '../components/icon.tsx'
import type { MapWords } from '../components/map/legend.server.ts'
import { StarButton, type StarWords } from '../components/places/star-button.tsx'
import { Subscribe } from '../components/subscribe/subscribe.tsx'
import type { SubscribeView } from '../components/subscribe/view.server.ts'
import styles from './city-page.module.css'
import { Age } from './parts/age.tsx'
import { Alerts } from './parts/alerts.tsx'
import { Days } from './parts/days.tsx'
import { Hero } from './parts/hero.tsx'
import { Hours } from './parts/hours.tsx'
import { PlaceMap } from './parts/map.tsx'
import { Meteogram } from './parts/meteogram.tsx'
import { Minutes } from './parts/minutes.tsx'
import { Notes } from './parts/notes.tsx'
import { Past } from './parts/past.tsx'
import { Report } from './parts/report.tsx'
import { Sky } from './parts/sky.tsx'
import type { ReportOutcome } from './report.server.ts'
import type { CityTexts } from './texts.ts'
import type { CityView } from './view/city-view.server.ts'
import type { ProvenanceView } from './view/provenance.ts'

/** The page's contents, as finished texts. */
export interface CityContent {
  readonly view: Omit<CityView, 'head'>
  readonly locale: string
  readonly messages: CityTexts
  readonly placeWords: StarWords
  readonly ads: PageAdsView | null
  readonly subscribe: SubscribeView
  /** Null for crawlers: tiles cost calls. */
  readonly mapWords: MapWords | null
  /** Where its embeds are made; null: there are none. */
  readonly embed: string | null
}

interface CityPageOf extends CityContent {
  readonly outcome: ReportOutcome | undefined
}

/** A place's page, most urgent parts first. */
export function CityPage({ view, locale, messages, placeWords, ads, subscribe, mapWords, embed, outcome }: CityPageOf) {
  const { place, alerts, now, minutes, hours, days, sky, extra, meteogram, past, provenance } = view
  const [newest] = provenance.parts
  const isQuiet = alerts.list.length === 0 && !alerts.isUnknown
  return (
    <div className="stack gap-5">
      {provenance.note !== null && <p className="note">{provenance.note}</p>}
      {!isQuiet && <Alerts alerts={alerts} messages={messages} />}
      <Hero
        view={view}
        messages={messages}
        actions={
          <div className={styles.actions}>
            <StarButton place={place} messages={placeWords} />
            <Share title={place.name} messages={messages} />
          </div>
        }
      >
        {isQuiet && <span>{alerts.note}</span>}
        {now !== null && <span>{now.observed}</span>}
        {newest !== undefined && (
          <>
            <Age fetchedAt={newest.fetchedAt} ago={newest.ago} locale={locale} text={view.updated} />
            <span>{newest.source}</span>
          </>
        )}
      </Hero>
      <div className="columns">
        <div className="stack gap-5">
          <Hours
            hours={hours}
            none={view.hoursNone}
            later={view.hero.later}
            minutes={minutes}
            keys={meteogram?.keys ?? ''}
            messages={messages}
          />
          {minutes.chart !== null && <Minutes minutes={minutes} messages={messages} />}
        </div>
        <div className="stack gap-5">
          <Days days={days} none={view.daysNone} messages={messages} />
          <Notes place={`${place.lat},${place.lon}`} notes={view.notes} messages={messages} />
        </div>
      </div>
      <Sky sky={sky} extra={extra} messages={messages} />
      {meteogram !== null && <Meteogram meteogram={meteogram} />}
      <AdSlot ads={ads} placement="city-detail" />
      {mapWords !== null && <PlaceMap place={place} words={mapWords} />}
      <div className="stack">
        <Subscribe view={subscribe} />
        <Past past={past} messages={messages} />
        <Provenance provenance={provenance} made={view.made} embed={embed} locale={locale} messages={messages} />
        <Report fields={view.fields} outcome={outcome} messages={messages} />
      </div>
    </div>
  )
}

interface WaitingOf {
  readonly name: string
  readonly region: string
  readonly text: string
}

/** Placeholder for a place's page while its weather is loading. */
export function Waiting({ name, region, text }: WaitingOf) {
  return (
    <div className={`waiting stack gap-5 ${styles.waiting}`} aria-busy="true">
      <header className={styles.head}>
        <div>
          <h1>{name}</h1>
          {region !== '' && <p className="soft">{region}</p>}
        </div>
      </header>
      <p role="status">{text}</p>
      <div className={`card ${styles.now}`} aria-hidden="true" />
      <div className="columns" aria-hidden="true">
        <div className={`card ${styles.hours}`} />
        <div className={`card ${styles.hours}`} />
      </div>
    </div>
  )
}

/** Shares the page's address by the device's own means, or copies it. Needs scripts: its space is reserved until they run. */
function Share({ title, messages }: { readonly title: string; readonly messages: CityTexts }) {
  const [message, setMessage] = useState('')

  const share = async () => {
    const { sharePage } = await import('./parts/share-page.ts')
    setMessage(await sharePage(title, messages))
  }
  return (
    <>
      <button type="button" className="button plain when-ready" onClick={() => void share()}>
        <Icon name="share" />
        {messages.share}
      </button>
      <span role="status" className={styles.message}>
        {message}
      </span>
    </>
  )
}

interface ProvenanceOf extends Pick<CityContent, 'embed'> {
  readonly provenance: ProvenanceView
  /** The page that says how the forecast is made. */
  readonly made: string
  readonly locale: string
  readonly messages: CityTexts
}

/** Source, age and credit of each part of the page. */
function Provenance({ provenance: { parts, credits, times, isBlended }, made, embed, locale, messages }: ProvenanceOf) {
  return (
    <Fold id="sources" title={messages.sources} className={styles.sources}>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.part}</th>
            <th scope="col">{messages.source}</th>
            <th scope="col">{messages.updated}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, source, fetchedAt, ago, mark }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{source}</td>
              <td>
                <Age fetchedAt={fetchedAt} ago={ago} locale={locale} />
                {mark !== null && <span className={styles.mark}>{mark}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {credits.map(({ text, url, license }) => (
        <p key={text} className="small">
          <a href={url} rel="noopener">
            {text}
          </a>{' '}
          <span className="soft">{license}</span>
        </p>
      ))}
      <p className="soft small">{times}</p>
      {isBlended && (
        <p className="small">
          <a href={made}>{messages.made}</a>
        </p>
      )}
      {embed !== null && (
        <p className="small">
          <a href={embed}>{messages.embed}</a>
        </p>
      )}
    </Fold>
  )
}
