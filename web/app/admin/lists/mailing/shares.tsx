import { Text } from '@mantine/core'
import { count, percent, spoken } from '../../kit/words.ts'
import styles from './shares.module.css'

/** The parts of a whole, largest first, each with a bar. */
export function Shares({
  values,
  nameOf = spoken,
}: {
  readonly values: Readonly<Record<string, number | undefined>>
  nameOf?(key: string): string
}) {
  const entries = Object.entries(values)
    .map(([name, value = 0]) => [name, value] as const)
    .toSorted(([, a], [, b]) => b - a)
  const whole = entries.reduce((sum, [, value]) => sum + value, 0)
  if (whole === 0) {
    return (
      <Text size="sm" c="dimmed">
        None yet.
      </Text>
    )
  }
  return (
    <ul className={styles.shares}>
      {entries.map(([name, value]) => (
        <li key={name}>
          <span>{nameOf(name)}</span>
          <span className={styles.value}>
            {count(value)} <span className={styles.percent}>{percent(value / whole)}</span>
          </span>
          <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" className={styles.rest} />
            <rect width={(value / whole) * 100} height="4" className={styles.part} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
