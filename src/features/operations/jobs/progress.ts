/** Writes a run's newest counts when they change, at most once a second. */
export interface ProgressWriter {
  /** The counts reported last. */
  readonly counts: Readonly<Record<string, number>>
  say(counts: Readonly<Record<string, number>>): void
  /** Stops writing and resolves when no write is in flight. */
  stop(): Promise<void>
}

const EVERY_MS = 1_000

/** A failed write is harmless: the next one has newer counts. */
export function createProgressWriter(
  write: (counts: Readonly<Record<string, number>>) => Promise<void>,
  onError: (error: unknown) => void,
): ProgressWriter {
  let counts: Readonly<Record<string, number>> = {}
  let written = counts
  let writing: Promise<void> | undefined
  const timer = setInterval(() => {
    if (counts === written || writing !== undefined) return
    written = counts
    writing = write(counts)
      .catch(onError)
      .finally(() => (writing = undefined))
  }, EVERY_MS).unref()
  return {
    get counts() {
      return counts
    },
    say(newest) {
      counts = { ...newest }
    },
    async stop() {
      clearInterval(timer)
      await writing
    },
  }
}
