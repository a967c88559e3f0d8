import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROCESSOR, SHARED_PROCESSOR, WORKER } from './report.ts'

const TAKEN = 'taken'
const ROOT = join(import.meta.dirname, '..')

/**
 * Writes a worker: a file that runs the test files of the queue one by one until none is left, each as a suite with its own hooks. Modules stay
 * loaded, and no worker is left alone with the longest files: workers with the same `folder` share their files, which creating a file's folder
 * claims. After `until`, in milliseconds of the Unix epoch, none is started.
 */
export function writeWorker(folder: string, number: number, queue: readonly string[], timeoutMs: number, until: number): string {
  const path = join(folder, `${number}${WORKER}`)
  const taken = join(folder, TAKEN)
  mkdirSync(taken, { recursive: true })
  const lines = [
    `import { mkdirSync } from 'node:fs'`,
    `import { createRequire } from 'node:module'`,
    `import { after, describe } from 'node:test'`,
    `import { closeWhatIsOpen, closeWhatIsShared, emptyWhatIsOver, endSoon } from ${urlOf('test/helpers/ending.ts')}`,
    `import { processorMs, readChildrenSeconds, sumUnawaitedSeconds } from ${urlOf('test/helpers/processor-time.ts')}`,
    `const load = createRequire(import.meta.url)`,
    `const queue = ${JSON.stringify(queue.map((file) => [nameClaim(file), file, resolve(ROOT, file)]))}`,
    `const take = (name) => { try { mkdirSync(${JSON.stringify(taken)} + '/' + name); return true } catch (error) { if (error.code !== 'EEXIST') throw error } }`,
    // A run that was killed leaves no worker behind.
    `const parent = process.ppid`,
    `setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000).unref()`,
    // The runner only reports that the run failed, not whose rejection it was.
    `process.on('unhandledRejection', (reason) => console.error('unhandled rejection:', reason))`,
    // Loaded synchronously, so that what a file declares belongs to this suite: a file cannot await at its top level.
    `for (const [name, file, path] of queue) if (Date.now() < ${until} && take(name)) {`,
    `  await describe(file, { timeout: ${timeoutMs} }, () => {`,
    `    const [own, children] = [processorMs(), readChildrenSeconds()]`,
    `    after(closeWhatIsOpen)`,
    `    after((suite) => suite.diagnostic(${JSON.stringify(PROCESSOR)} + ((processorMs() - own) / 1e3 + readChildrenSeconds() - children)))`,
    `    load(path)\n  })\n  emptyWhatIsOver()\n}`,
    'endSoon()',
    // Such as the browser of all its files.
    `const before = readChildrenSeconds()`,
    'await closeWhatIsShared()',
    `process.stdout.write(${JSON.stringify(`\n${SHARED_PROCESSOR}`)} + (readChildrenSeconds() - before + sumUnawaitedSeconds()) + '\\n')`,
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}

/** Those of the files that no worker of this folder has started. */
export function listUnstarted(folder: string, files: readonly string[]): string[] {
  return files.filter((file) => !existsSync(join(folder, TAKEN, nameClaim(file))))
}

function nameClaim(file: string): string {
  return file.replaceAll('/', '__')
}

/** As a JavaScript string literal. */
function urlOf(file: string): string {
  return JSON.stringify(pathToFileURL(resolve(ROOT, file)))
}
