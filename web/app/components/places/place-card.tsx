import { Link } from 'react-router'
import { UNKNOWN } from '../../format/numbers.ts'
import { WeatherIcon } from '../weather-icon.tsx'
import styles from './place-card.module.css'

/** A place and its weather in finished words. */
export interface PlaceView {
  readonly path: string
  readonly name: string
  /** Where that is, such as its country; empty when it goes without saying. */
  readonly where: string
  /** `7°`; null while it is not known. */
  readonly temperature: string | null
  readonly icon: string | null
  /** What the picture shows. */
  readonly sky: string
}

export function PlaceCard({ place: { path, name, where, temperature, icon, sky } }: { readonly place: PlaceView }) {
  return (
    <Link to={path} className={styles.card}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={`soft small ${styles.where}`}>{where}</span>
      </span>
      <WeatherIcon name={icon} size={40} />
      {sky !== '' && <span className="unseen">{sky}, </span>}
      <span className={styles.temperature}>{temperature ?? UNKNOWN}</span>
    </Link>
  )
}
