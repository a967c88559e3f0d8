import { UNKNOWN } from '../../format/numbers.ts'
import styles from './facts.module.css'

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

/** A measurement. An unknown one is a dash, with words for screen readers. */
export function Value({ text, unknown }: { readonly text: string; readonly unknown: string }) {
  if (text !== UNKNOWN) return text
  return (
    <>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="unseen">{unknown}</span>
    </>
  )
}
