import { after } from 'node:test'

/**
 * Makes a test file end by itself, whatever fails in it. A `before` that throws half-way, or a test that does not reach its last line,
 * leaves servers, pools and processes open, which would keep the file alive until the run's timeout.
 */
const open = new Set<() => Promise<void>>()
/** What the closures of a file's tests hold on to, which the runner never lets go. */
const emptied = new Set<object>()
/** What all files of a process share. */
const shared = new Set<() => Promise<void>>()

/** For resources that nobody registered here, and for a close that never ends. */
const GRACE_MS = 20_000

// Tools use these helpers too, and programs that tests start inherit the context variable.
const isTestFile = process.env['NODE_TEST_CONTEXT'] !== undefined && process.argv[1]?.endsWith('.test.ts') === true
// Registered at load time, before the file's own hooks: hooks after one that throws are not called.
if (isTestFile)
  after(() => {
    endSoon()
    return closeWhatIsOpen().then(closeWhatIsShared)
  })

/** Wraps `close` so that it runs once: when called, or when all tests of the file are over. */
export function closedAtEnd(close: () => unknown): () => Promise<void> {
  return closedOnce(close, open)
}

/** The same for what the files of a process share: closed when all of them are over. */
export function closedAtEndOfProcess(close: () => unknown): () => Promise<void> {
  return closedOnce(close, shared)
}

/**
 * Takes its properties from the object before the process goes on with another file: ten megabytes of each app would stay in memory, and marking those
 * of a hundred, again and again, would be a quarter of a run's processor time.
 */
export function emptiedAfterFile<T extends object>(object: T): T {
  emptied.add(object)
  return object
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

/** At the end of a file: closes what it left open. */
export async function closeWhatIsOpen(): Promise<void> {
  // Later resources depend on earlier ones. Each failure has been reported by the test that left it open.
  for (const close of [...open].toReversed()) await close().catch(() => undefined)
}

/** After a file, all its own hooks included. @public to the text of workers (`test/worker.ts`) */
export function emptyWhatIsOver(): void {
  for (const object of emptied) for (const key of Object.keys(object)) Reflect.deleteProperty(object, key)
  emptied.clear()
}

/** At the end of a process. */
export async function closeWhatIsShared(): Promise<void> {
  for (const close of [...shared].toReversed()) await close().catch(() => undefined)
}

/** At the end of a process: what nobody registered must not keep it alive. */
export function endSoon(): void {
  setTimeout(() => {
    console.error(`the file's tests are over, but these are still open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, GRACE_MS).unref()
}
