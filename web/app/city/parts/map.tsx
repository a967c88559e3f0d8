import { useRef } from 'react'
import type { MapWords } from '../../components/map/legend.server.ts'
import { useSeen } from '../../components/when-seen.ts'
import styles from './map.module.css'

interface PlaceMapOf {
  readonly place: { readonly name: string; readonly lat: number; readonly lon: number }
  readonly words: MapWords
}

/** The map around the place. Nothing of it is loaded before it is seen. */
export function PlaceMap({ place, words }: PlaceMapOf) {
  const area = useRef<HTMLDivElement>(null)
  const loaded = useSeen(area, () => import('../../components/map/weather-map.tsx'))
  return (
    <section aria-labelledby="map" className="on-screen">
      <h2 id="map">
        <a href={`/map#6/${place.lat}/${place.lon}`}>{words.title}</a>
      </h2>
      {/* The title leads to a page that has a list instead. */}
      <div ref={area} className={`needs-scripts ${styles.area}`}>
        {loaded && <loaded.WeatherMap messages={words} place={place} kind="part" />}
      </div>
    </section>
  )
}
