/** What was done and what came of it, in order, as lines of text: the newest, so many. */
export interface History {
  note(line: string): void
  /** The time of later lines counts from now. */
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
