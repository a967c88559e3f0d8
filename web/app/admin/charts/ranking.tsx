import { NoData, Soft } from '../kit/display.tsx'
import { formatCount } from '../kit/words.ts'
import styles from './ranking.module.css'

interface Ranked {
  readonly name: string
  readonly value: number
  /** Shown after the figure, such as `2 failed`. */
  readonly note?: string
  /** Makes the name a button. */
  onChoose?(): void
}

interface Props {
  readonly items: readonly Ranked[]
  /** What the values are parts of: a bar is a share of it, and all parts are listed; omitted: a share of the largest. */
  readonly whole?: number
  /** Shown instead of an empty list. */
  readonly nothing?: string
}

const MAX_ITEMS = 8

/** A list, largest first, each entry with a bar for its value. It needs no table as an alternative. */
export function Ranking({ items, whole, nothing }: Props) {
  const sorted = items.toSorted((a, b) => b.value - a.value)
  const shown = whole === undefined ? sorted.slice(0, MAX_ITEMS) : sorted
  const most = whole ?? Math.max(1, ...sorted.map(({ value }) => value))
  if (sorted.length === 0) return <NoData py="md">{nothing}</NoData>
  return (
    <>
      <ol className={styles.list}>
        {shown.map(({ name, value, note, onChoose }) => (
          <li key={name}>
            <div className={styles.line}>
              {onChoose === undefined ? (
                <span className={styles.name} title={name}>
                  {name}
                </span>
              ) : (
                <button type="button" className={`${styles.name} ${styles.choice}`} title={name} onClick={onChoose}>
                  {name}
                </button>
              )}
              <span className={styles.figure}>
                {formatCount(value)}
                {note !== undefined && <span className={styles.soft}> · {note}</span>}
              </span>
            </div>
            <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.track} width="100" height="6" rx="1.5" />
              <rect className={styles.filled} width={(100 * value) / most} height="6" rx="1.5" />
            </svg>
          </li>
        ))}
      </ol>
      {sorted.length > shown.length && (
        <Soft size="xs" mt="sm">
          {sorted.length - shown.length} more not shown
        </Soft>
      )}
    </>
  )
}
