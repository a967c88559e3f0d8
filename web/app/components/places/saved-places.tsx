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

interface SavedPlacesOf {
  readonly messages: Messages<'places'>
  readonly units: string
  readonly lang: string
  readonly locale: string
}

/** A row of fixed height, whatever is in it, to avoid layout shifts. */
export function SavedPlaces({ messages, units, lang, locale }: SavedPlacesOf) {
  const saved = useSaved()
  const weather = usePlacesWeather(saved, units, lang)
  const isKnown = weather.size > 0
  useEffect(() => {
    // The service has just cached their weather, so loading their pages costs no provider call.
    if (isKnown && saved !== null) saveOffline({ pages: saved.slice(0, MAX_OFFLINE).map(writeCityPath) })
  }, [isKnown, saved])
  return (
    <section aria-labelledby="saved" className="stack needs-scripts">
      <div className={styles.title}>
        <h2 id="saved">{messages.title}</h2>
        <Link to="/places">{messages.compare}</Link>
      </div>
      <div className={styles.row}>
        {saved === null || saved.length === 0 ? (
          <p className={`soft ${styles.none}`}>{saved !== null && messages.none}</p>
        ) : (
          <ul className={styles.list}>
            {saved.map((place) => {
              const sky = weather.get(formatPlaceKey(place))
              const view = {
                path: writeCityPath(place),
                name: place.label ?? place.name,
                where: '',
                temperature: sky ? formatDegrees(sky.temperature, locale) : null,
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
