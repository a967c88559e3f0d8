import { after } from 'node:test'

/**
 * Lets a test file end by itself whatever failed in it: a `before` that throws half-way, or a test that never comes to its last line, leaves
 * servers, pools and processes open, which would keep the file alive until the run's timeout.
 */
const open = new Set<() => Promise<void>>()
/** What all files of a process use. */
const shared = new Set<() => Promise<void>>()

/** For what nobody registered here, and for a closing that never ends. */
const GRACE_MS = 20_000

// Tools use these helpers too, and programs that tests start inherit the context.
const isTestFile = process.env['NODE_TEST_CONTEXT'] !== undefined && process.argv[1]?.endsWith('.test.ts') === true
// On loading, so that it comes before the hooks of the file itself: those after one that throws are not called.
if (isTestFile)
  after(() => {
    endSoon()
    return closeWhatIsOpen().then(closeWhatIsShared)
  })

/** The closing, made to happen once: when it is called, or when all tests of the file are over. */
export function closedAtEnd(close: () => unknown): () => Promise<void> {
  return closedOnce(close, open)
}

/** The same for what the files of a process share: when all are over. */
export function closedAtEndOfProcess(close: () => unknown): () => Promise<void> {
  return closedOnce(close, shared)
}

function closedOnce(close: () => unknown, among: Set<() => Promise<void>>): () => Promise<void> {
  let closing: Promise<void> | undefined
  const closeOnce = (): Promise<void> => {
    among.delete(closeOnce)
    return (closing ??= Promise.try(close).then(() => undefined))
  }
  among.add(closeOnce)
  return closeOnce
}

/** For the end of a file: what it has left open goes. */
export async function closeWhatIsOpen(): Promise<void> {
  // What was opened last stands on what was opened before. Each failure has been told by whatever left it open.
  for (const close of [...open].toReversed()) await close().catch(() => undefined)
}

/** For the end of a process. */
export async function closeWhatIsShared(): Promise<void> {
  for (const close of [...shared].toReversed()) await close().catch(() => undefined)
}

/** For the end of a process: what nobody registered does not keep it alive. */
export function endSoon(): void {
  setTimeout(() => {
    console.error(`the file's tests are over, but this stays open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, GRACE_MS).unref()
}
