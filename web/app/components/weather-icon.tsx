import type { ConditionIcon } from '@isobar/weather'
import styles from './weather-icon.module.css'

/**
 * The icon of a condition (`icon` of the API's answers). Screen readers get the description next to it. Keeps its space without an icon.
 */
export function WeatherIcon({ name, size = 48 }: { readonly name: ConditionIcon | (string & {}) | null; readonly size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {name !== null && <use href={`/weather-icons.svg#${name}`} />}
    </svg>
  )
}
