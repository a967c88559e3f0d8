import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/**
 * Instrumented sources hold all mutants of a sample and ask here which one is active; each place that can change says when it is executed.
 * One memory for all threads of a process: some sources run in threads of their own.
 */
const KEY = 'isobar-mutants'
const MAX_MUTANTS = 65_536
const memory = (getEnvironmentData(KEY) as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(4 + MAX_MUTANTS)
setEnvironmentData(KEY, memory)
/** The number of the active mutant and 1; 0 is none. */
const active = new Int32Array(memory, 0, 1)
const executed = new Uint8Array(memory, 4)

/** Whoever asks for the active mutant more often is in a loop that the mutant made endless. */
const MAX_TIMES = 20_000_000
let times = 0

export function activate(mutant: number | undefined): void {
  active[0] = mutant === undefined ? 0 : mutant + 1
  times = 0
}

/** The numbers of the mutants whose place was executed since the last call. */
export function takeExecuted(): number[] {
  const numbers = [...executed.keys()].filter((number) => executed[number] === 1)
  executed.fill(0)
  return numbers
}

/** The names by which Stryker's instrumented code calls them. */
export function stryMutAct_9fa48(mutant: string): boolean {
  if (active[0] !== Number(mutant) + 1) return false
  if (++times > MAX_TIMES) throw new Error(`mutant ${mutant} does not end`)
  // Only where it is not active does Stryker's code say that the place is executed.
  executed[active[0] - 1] = 1
  return true
}

export function stryCov_9fa48(...mutants: readonly string[]): void {
  for (const mutant of mutants) executed[Number(mutant)] = 1
}
