import { computeCompassPoint, formatSpeed } from '../../format/numbers.ts'
import type { MapWords } from './legend.server.ts'
import styles from './weather-map.module.css'
import { CALM_KMH, type TownWind } from './wind.ts'

interface WindLegendOf {
  readonly words: MapWords
  /** At the places in view, the most searched first; null: not read yet. */
  readonly winds: readonly TownWind[] | null
}

/** What the arrows of the wind mean, and the winds of the map in words, for those who do not see them. */
export function WindLegend({ words, winds }: WindLegendOf) {
  const { unit, perKmh, steps, points, from } = words.windScale
  const describe = ({ kmh, direction }: TownWind): string => {
    const speed = formatSpeed(kmh * perKmh, unit, words.locale)
    const point = kmh < CALM_KMH ? undefined : points[computeCompassPoint(direction) ?? -1]
    return point === undefined ? speed : from.replace('{speed}', () => speed).replace('{point}', () => point)
  }
  return (
    <>
      {winds?.length === 0 && (
        <p role="status" className={styles.hint}>
          {words.windUnknown}
        </p>
      )}
      <div className={`${styles.legend} ${styles.winds}`}>
        <span>{words.windArrows}</span>
        <span dir="ltr" className={styles.arrows}>
          {steps.map((step, index) => (
            <span key={step}>
              <i data-wind={index} aria-hidden="true" />
              {step}{' '}
            </span>
          ))}
          {unit}
        </span>
      </div>
      {winds !== null && winds.length > 0 && (
        <dl className="unseen" aria-label={words.windList}>
          {winds.map((wind) => (
            <div key={`${wind.lat},${wind.lon}`}>
              <dt>{wind.name}</dt>
              <dd>{describe(wind)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
