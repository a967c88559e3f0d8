import { Text } from '@mantine/core'
import styles from './changes.module.css'
import { spoken } from './words.ts'

type Values = Readonly<Record<string, unknown>>

interface Change {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The differences between two states of an object, by field; null: did not exist, or no longer exists. */
export function Changes({ before, after }: { readonly before: Values | null; readonly after: Values | null }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No changes.
      </Text>
    )
  }
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.path}>
          <dt>{change.path.split('.').map(spoken).join(' › ')}</dt>
          <dd>
            {change.before === undefined ? null : (
              <del className={styles.before}>
                <span className="unseen">was </span>
                {change.before}
              </del>
            )}
            {change.after === undefined ? null : (
              <ins className={styles.after}>
                <span className="unseen">is now </span>
                {change.after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function changesOf(before: Values | null, after: Values | null): Change[] {
  const from = flat(before)
  const to = flat(after)
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((path) => ({ path, before: from.get(path), after: to.get(path) }))
    .filter((change) => change.before !== change.after)
}

/** Nested objects as dotted paths; lists of plain values in one line. */
function flat(values: Values | null): Map<string, string> {
  const found = new Map<string, string>()
  const collect = (value: unknown, path: string): void => {
    if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) found.set(path, value.join(', ') || '(empty)')
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) collect(inner, path === '' ? name : `${path}.${name}`)
    } else found.set(path, worded(value))
  }
  if (values !== null) collect(values, '')
  return found
}

function worded(value: unknown): string {
  if (value === null || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
