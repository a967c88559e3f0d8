import { Soft } from '../kit/display.tsx'
import styles from './diff-view.module.css'

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' }

/** A unified diff: additions and removals differ by sign as well as by colour. */
export function DiffView({ diff, label }: { readonly diff: string; readonly label: string }) {
  const lines = diff.split('\n').filter((line) => !/^(?:---|\+\+\+|===|Index:|\\ )/.test(line))
  if (lines.every((line) => line.trim() === '')) return <Soft>No differences.</Soft>
  return (
    <pre className={styles.diff} aria-label={label}>
      {numbered(lines).map(({ number, line }) => (
        <span key={number} data-kind={KINDS[line.charAt(0)]}>
          {line === '' ? ' ' : line}
        </span>
      ))}
    </pre>
  )
}

function numbered(lines: readonly string[]): { readonly number: number; readonly line: string }[] {
  return lines.map((line, number) => ({ number, line }))
}
