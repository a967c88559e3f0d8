/** Something that must not happen, but did. */
export interface Finding {
  /** The invariant, in a few words: findings with equal ones are one defect. */
  readonly invariant: string
  readonly what: string
  /** The operation or fault at which it showed. */
  readonly event: string | null
  /** Milliseconds since the schedule began. */
  readonly atMs: number
}

/** What was found, and what was done before, in order, as lines of text. */
export interface Findings {
  add(invariant: string, what: string, event?: string | null): void
  /** Adds a line to the history. */
  note(line: string): void
  all(): readonly Finding[]
  /** The newest lines. */
  history(): readonly string[]
  /** Marks the beginning of the schedule. */
  begin(): void
}

const MAX_OF_ONE_KIND = 20
const MAX_LINES = 20_000

export function createFindings(onFinding: (finding: Finding) => void): Findings {
  const all: Finding[] = []
  const lines: string[] = []
  const counts = new Map<string, number>()
  let startedAt = performance.now()
  const atMs = (): number => Math.round(performance.now() - startedAt)
  return {
    add(invariant, what, event = null) {
      const count = (counts.get(invariant) ?? 0) + 1
      counts.set(invariant, count)
      if (count > MAX_OF_ONE_KIND) return
      const finding = { invariant, what, event, atMs: atMs() }
      all.push(finding)
      onFinding(finding)
    },
    note(line) {
      lines.push(`${String(atMs()).padStart(7)} ms  ${line}`)
      if (lines.length > MAX_LINES) lines.shift()
    },
    all: () => all,
    history: () => lines,
    begin: () => void (startedAt = performance.now()),
  }
}
