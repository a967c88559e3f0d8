/** What was done and how it ended, in order, as lines of text; only the newest are kept. */
export interface History {
  note(line: string): void
  /** Later lines are timed from now. */
  begin(): void
  lines(): readonly string[]
}

const KEPT = 20_000

export function createHistory(): History {
  const lines: string[] = []
  let startedAt = performance.now()
  return {
    note(line) {
      lines.push(`${String(Math.round(performance.now() - startedAt)).padStart(7)} ms  ${line}`)
      if (lines.length > KEPT) lines.shift()
    },
    begin: () => void (startedAt = performance.now()),
    lines: () => lines,
  }
}
