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

export interface Findings {
  add(invariant: string, what: string, event?: string | null): void
  all(): readonly Finding[]
  /** Marks the beginning of the schedule. */
  begin(): void
}

const MOST_OF_ONE_KIND = 20

export function createFindings(onFinding: (finding: Finding) => void): Findings {
  const all: Finding[] = []
  const counts = new Map<string, number>()
  let startedAt = performance.now()
  return {
    add(invariant, what, event = null) {
      const count = (counts.get(invariant) ?? 0) + 1
      counts.set(invariant, count)
      if (count > MOST_OF_ONE_KIND) return
      const finding = { invariant, what, event, atMs: Math.round(performance.now() - startedAt) }
      all.push(finding)
      onFinding(finding)
    },
    all: () => all,
    begin: () => void (startedAt = performance.now()),
  }
}
