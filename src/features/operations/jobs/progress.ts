const EVERY_MS = 1_000

/** Writes a run's newest counts when they change, at most once a second. A failed write is harmless: the next one has newer counts. */
export function createProgressWriter(
  write: (counts: Readonly<Record<string, number>>) => Promise<void>,
  onError: (error: unknown) => void,
) {
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
    /** The counts reported last. */
    get counts(): Readonly<Record<string, number>> {
      return counts
    },
    say(newest: Readonly<Record<string, number>>): void {
      counts = { ...newest }
    },
    /** Stops writing and resolves when no write is in flight. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await writing
    },
  }
}
