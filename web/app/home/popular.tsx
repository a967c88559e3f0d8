import { PlaceCard, type PlaceView } from '../components/places/place-card.tsx'
import styles from './popular.module.css'

/** Places to go to. */
export function Popular({ title, places }: { readonly title: string; readonly places: readonly PlaceView[] }) {
  return (
    <section aria-labelledby="popular" className="stack gap-4">
      <h2 id="popular">{title}</h2>
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={place.path}>
            <PlaceCard place={place} />
          </li>
        ))}
      </ul>
    </section>
  )
}
