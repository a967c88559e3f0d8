import { Link } from 'react-router'
import { UNKNOWN } from '../../format/numbers.ts'
import { WeatherIcon } from '../weather-icon.tsx'
import styles from './place-card.module.css'

/** A place and its weather, as finished texts. */
export interface PlaceView {
  readonly path: string
  readonly name: string
  /** Its location, such as the country; empty if obvious from the context. */
  readonly where: string
  /** `7°`; null while unknown. */
  readonly temperature: string | null
  readonly icon: string | null
  /** The icon's meaning. */
  readonly sky: string
}

export function PlaceCard({ place: { path, name, where, temperature, icon, sky } }: { readonly place: PlaceView }) {
  return (
    <Link to={path} className={styles.card}>
      <span className={`when-whole ${styles.words}`}>
        <span className={styles.name}>{name}</span>
        <span className={`soft small ${styles.where}`}>{where}</span>
      </span>
      <WeatherIcon name={icon} size={40} />
      {sky !== '' && <span className="unseen">{sky}, </span>}
      <span className={styles.temperature}>{temperature ?? UNKNOWN}</span>
    </Link>
  )
}
