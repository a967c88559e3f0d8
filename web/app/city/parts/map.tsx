import { useEffect, useRef, useState } from 'react'
import type { MapWords } from '../../components/map/legend.server.ts'
import type { WeatherMap } from '../../components/map/weather-map.tsx'
import { whenSeen } from '../../components/when-seen.ts'
import styles from './map.module.css'

interface PlaceMapOf {
  readonly place: { readonly name: string; readonly lat: number; readonly lon: number }
  readonly words: MapWords
}

/** The map around the place. Nothing of it is loaded before it is seen. */
export function PlaceMap({ place, words }: PlaceMapOf) {
  const area = useRef<HTMLDivElement>(null)
  const [Loaded, setLoaded] = useState<typeof WeatherMap>()
  useEffect(
    () =>
      area.current === null
        ? undefined
        : whenSeen(
            area.current,
            () => void import('../../components/map/weather-map.tsx').then((module) => setLoaded(() => module.WeatherMap)),
          ),
    [],
  )
  return (
    <section aria-labelledby="map">
      <h2 id="map">
        <a href={`/map#6/${place.lat}/${place.lon}`}>{words.title}</a>
      </h2>
      <div ref={area} className={styles.area}>
        {Loaded && <Loaded messages={words} place={place} kind="part" />}
      </div>
    </section>
  )
}
