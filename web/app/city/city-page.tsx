import { AdSlot } from '../components/ads/ad-slot.tsx'
import type { PageAdsView } from '../components/ads/placement.ts'
import { StarButton, type StarWords } from '../components/places/star-button.tsx'
import { Subscribe } from '../components/subscribe/subscribe.tsx'
import type { SubscribeView } from '../components/subscribe/view.server.ts'
import styles from './city-page.module.css'
import { Age } from './parts/age.tsx'
import { Alerts } from './parts/alerts.tsx'
import { Days } from './parts/days.tsx'
import { Hours } from './parts/hours.tsx'
import { Minutes } from './parts/minutes.tsx'
import { Now } from './parts/now.tsx'
import { Past } from './parts/past.tsx'
import { Provenance } from './parts/provenance.tsx'
import { Report } from './parts/report.tsx'
import { Share } from './parts/share.tsx'
import { Sky } from './parts/sky.tsx'
import { Sun } from './parts/sun.tsx'
import type { ReportOutcome } from './report.server.ts'
import type { CityTexts } from './texts.ts'
import type { CityView } from './view/city-view.server.ts'

/** The page's contents, as finished texts. */
export interface CityContent {
  readonly view: Omit<CityView, 'head'>
  readonly locale: string
  readonly messages: CityTexts
  readonly placeWords: StarWords
  readonly ads: PageAdsView | null
  readonly subscribe: SubscribeView
}

interface CityPageOf extends CityContent {
  readonly outcome: ReportOutcome | undefined
}

/** A place's page, most urgent parts first. */
export function CityPage({ view, locale, messages, placeWords, ads, subscribe, outcome }: CityPageOf) {
  const { place, alerts, now, minutes, hours, days, sky, past, provenance } = view
  const [newest] = provenance.parts
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{place.name}</h1>
          {place.region !== '' && <p className="soft">{place.region}</p>}
        </div>
        <div className={styles.actions}>
          <StarButton place={place} messages={placeWords} />
          <Share title={place.name} messages={messages} />
        </div>
      </header>
      {provenance.note !== null && <p className="note">{provenance.note}</p>}
      <Alerts alerts={alerts} messages={messages} />
      <div className={now === null ? styles.page : styles.two}>
        {now !== null && (
          <Now now={now} messages={messages}>
            {newest !== undefined && (
              <span>
                <Age fetchedAt={newest.fetchedAt} ago={newest.ago} locale={locale} text={view.updated} /> · {newest.source}
              </span>
            )}
          </Now>
        )}
        <div className={styles.stack}>
          <Minutes minutes={minutes} messages={messages} />
          <Sun sun={sky.sun} messages={messages} />
        </div>
      </div>
      <Hours hours={hours} none={view.hoursNone} messages={messages} />
      <Days days={days} none={view.daysNone} messages={messages} />
      <Sky sky={sky} messages={messages} />
      <AdSlot ads={ads} placement="city-detail" />
      <Past past={past} messages={messages} />
      <Subscribe view={subscribe} />
      <div className={styles.half}>
        <Provenance provenance={provenance} locale={locale} messages={messages} />
        <Report fields={view.fields} outcome={outcome} messages={messages} />
      </div>
    </div>
  )
}
