import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * What tests may cost: processor seconds of each room (its tests and the processes that they start) and of PostgreSQL, on a machine of speed 1,
 * in `budget.json`. A run of all tests fails if a room takes twice as much: whoever made it dearer then looks, and pays with a deletion or,
 * with a reason in the commit, by `npm test -- --write-budget`.
 */
/** `npm test`, and the parts of `npm run test:all`. */
export type RunKind = 'quick' | 'thorough' | 'pages' | 'processes'
export type RoomSeconds = Readonly<Record<string, number>>

export const DATABASE = 'PostgreSQL'
const PATH = new URL('budget.json', import.meta.url)
/** Rooms below this vary by their share of what is loaded first. */
const NEGLIGIBLE_SECONDS = 4
const TOLERANCE = 2
/** Processor milliseconds of the measured work on the machine of the table. */
const REFERENCE_MS = 100

/** `src/features/mail/outbox/…` → `features/mail`; `test/e2e/…` → `test/e2e`. */
export function roomOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  if (folders[0] === 'src') folders.shift()
  const depth = ['features', 'packages'].includes(folders[0] ?? '') || folders[1] === 'e2e' ? 2 : 1
  return folders.slice(0, depth).join('/')
}

const SAMPLE_EVERY_MS = 30_000

/**
 * Watches how slow this machine is: `stop` returns 2 where the same work took, on average, twice the processor time of the table's machine. Other work
 * on it counts, since it slows down tests as well; it may come and go during a run.
 */
export function watchSlowness(): { stop(): number } {
  const samples = [measure()]
  const timer = setInterval(() => samples.push(measure()), SAMPLE_EVERY_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      return samples.reduce((sum, sample) => sum + sample, 0) / samples.length
    },
  }
}

function measure(): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / REFERENCE_MS
}

/** Like tests: text, objects, sorting, hashing. */
function work(): void {
  let text = ''
  for (let round = 0; round < 12; round += 1) {
    const rows = Array.from({ length: 4_000 }, (_, i) => ({ id: (i * 7_919) % 4_000, name: `place ${i}`, values: [i, i / 3, null] }))
    text = JSON.stringify(JSON.parse(JSON.stringify(rows.toSorted((a, b) => a.id - b.id))))
    createHash('sha256').update(text).digest()
  }
}

export function readBudget(kind: RunKind): RoomSeconds {
  return (JSON.parse(readFileSync(PATH, 'utf8')) as Record<RunKind, RoomSeconds>)[kind]
}

export function writeBudget(kind: RunKind, spent: RoomSeconds, slowness: number): void {
  const all = JSON.parse(readFileSync(PATH, 'utf8')) as Record<RunKind, RoomSeconds>
  const rows = Object.entries(spent).map(([room, seconds]) => [room, Math.ceil(seconds / slowness)] as const)
  all[kind] = Object.fromEntries(rows.filter(([, seconds]) => seconds > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(PATH, `${JSON.stringify(all, null, 2)}\n`)
}

function show(seconds: number): string {
  return seconds.toFixed(0).padStart(7)
}

/** The table that a run prints, dearest room first, and the rooms that took more than they may. */
export function compareWithBudget(
  spent: RoomSeconds,
  budget: RoomSeconds,
  slowness: number,
): { readonly table: string; readonly over: string[] } {
  const rows = Object.entries(spent)
    .map(([room, seconds]) => ({ room, seconds, allowed: (budget[room] ?? 0) * slowness, isNew: budget[room] === undefined }))
    .toSorted((a, b) => b.seconds - a.seconds)
  const over = rows.filter(
    ({ seconds, allowed, isNew }) => !isNew && seconds > TOLERANCE * Math.max(allowed, NEGLIGIBLE_SECONDS * slowness),
  )
  const total = (of: 'seconds' | 'allowed'): string => show(rows.reduce((sum, row) => sum + row[of], 0))
  const lines = [
    ...rows.map(({ room, seconds, allowed }) => `${show(seconds)} ${show(allowed)}  ${room}\n`),
    `${total('seconds')} ${total('allowed')}  in total\n`,
  ]
  return {
    table: `  spent budget  processor seconds by room (this machine takes ${slowness.toFixed(2)} times as long as the table's)\n${lines.join('')}`,
    over: over.map(
      ({ room, seconds, allowed }) => `${room} took ${seconds.toFixed(0)} s of processor time, more than twice its ${allowed.toFixed(0)} s`,
    ),
  }
}
