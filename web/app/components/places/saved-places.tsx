import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Messages } from '../../../../src/messages/messages.ts'
import { formatDegrees } from '../../format/numbers.ts'
import { saveOffline } from '../../offline/save.ts'
import { writeCityPath } from '../../visit/city-path.ts'
import { Icon } from '../icon.tsx'
import { PlaceCard } from './place-card.tsx'
import styles from './saved-places.module.css'
import { formatPlaceKey, toggleSavedPlace, useSaved } from './saved.ts'
import { usePlacesWeather } from './use-weather-of.ts'

/** The number of saved places that are available offline. */
const MAX_OFFLINE = 20

/** Runs before the page is drawn, so that places of this browser have their space from the first moment. */
const RESERVE = "try{if(JSON.parse(localStorage.saved_places).length)document.documentElement.dataset.saved='yes'}catch{}"

interface SavedPlacesOf {
  readonly nonce: string
  readonly messages: Messages<'places'>
  readonly units: string
  readonly lang: string
  readonly locale: string
}

/** A row of fixed height, to avoid layout shifts; nothing for a browser without saved places. */
export function SavedPlaces({ nonce, messages, units, lang, locale }: SavedPlacesOf) {
  const saved = useSaved()
  const weather = usePlacesWeather(saved, units, lang)
  const isKnown = weather.size > 0
  useEffect(() => {
    // The service has just cached their weather, so loading their pages costs no provider call.
    if (isKnown && saved !== null) saveOffline({ pages: saved.slice(0, MAX_OFFLINE).map(writeCityPath) })
  }, [isKnown, saved])
  if (saved?.length === 0) return null
  return (
    <section aria-labelledby="saved" className={`stack needs-scripts ${saved === null ? styles.reserved : ''}`}>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: RESERVE }} />
      <div className={styles.title}>
        <h2 id="saved">{messages.title}</h2>
        <Link to="/places">{messages.compare}</Link>
      </div>
      <div className={styles.row}>
        {saved !== null && (
          <ul className={styles.list}>
            {saved.map((place) => {
              const sky = weather.get(formatPlaceKey(place))
              const view = {
                path: writeCityPath(place),
                name: place.label ?? place.name,
                where: '',
                // Nothing until it is known: a dash would be moved by a number.
                temperature: sky ? formatDegrees(sky.temperature, locale) : sky === null ? null : '',
                icon: sky?.icon ?? null,
                sky: sky === null ? messages.unknown : (sky?.description ?? ''),
              }
              return (
                <li key={formatPlaceKey(place)} className={styles.item}>
                  <PlaceCard place={view} />
                  <button type="button" className={styles.remove} onClick={() => toggleSavedPlace(place)}>
                    <Icon name="close" size={16} />
                    <span className="unseen">{messages.remove.replace('{name}', () => place.name)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </section>
  )
}
