import styles from './facts.module.css'
import { Value } from './value.tsx'

interface FactsOf {
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly unknown: string
}

/** Names and measurements, side by side. */
export function Facts({ facts, unknown }: FactsOf) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Value text={value} unknown={unknown} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
