import type { ReactNode } from 'react'
import { PlaceCard, type PlaceView } from '../components/places/place-card.tsx'
import styles from './popular.module.css'

/** Places to go to; an ad may stand below them. */
export function Popular({
  title,
  places,
  children,
}: {
  readonly title: string
  readonly places: readonly PlaceView[]
  readonly children?: ReactNode
}) {
  return (
    <section aria-labelledby="popular" className={styles.popular}>
      <h2 id="popular">{title}</h2>
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={place.path}>
            <PlaceCard place={place} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
