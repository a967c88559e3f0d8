import { hash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Mutant } from './mutants.ts'

/** `compiles`: not yet tried on the present tests. */
export type Outcome = 'killed' | 'survived' | 'not covered' | 'compiles' | 'does not compile'

interface Line {
  /** With the content of its file. */
  readonly mutant: string
  /** All test files of the room. */
  readonly tests: string
  readonly outcome: Outcome
}

/** What is known of a room's mutants, of this run and former ones: one line of JSON for each, written when it is decided. */
export interface Outcomes {
  get(mutant: Mutant): Outcome | undefined
  set(mutant: Mutant, outcome: Outcome): void
}

/**
 * What is known of a mutant holds while its file is unchanged, and that no test noticed it while the tests are unchanged, too. So
 * a run that was interrupted goes on, and new tests are only tried on what survived.
 */
export function openOutcomes(room: string, testFiles: readonly string[], folder = join(tmpdir(), 'isobar-mutate')): Outcomes {
  const path = join(folder, `${room.replaceAll('/', '-')}.jsonl`)
  const tests = hash('sha256', testFiles.map((file) => readFileSync(file, 'utf8')).join('\0')).slice(0, 16)
  const sources = new Map<string, string>()
  const known = new Map<string, Outcome>()
  const written = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = written.slice(0, written.lastIndexOf('\n') + 1)
  // The next line would continue the half of one that an interrupted run has left.
  if (whole !== written) writeFileSync(path, whole)
  for (const line of whole.split('\n').slice(0, -1)) {
    const { mutant, outcome, tests: triedOn } = JSON.parse(line) as Line
    if ((outcome !== 'survived' && outcome !== 'not covered') || triedOn === tests) known.set(mutant, outcome)
  }
  mkdirSync(dirname(path), { recursive: true })

  function nameOf({ file, from, to, after }: Mutant): string {
    const source = sources.get(file) ?? readFileSync(file, 'utf8')
    sources.set(file, source)
    return hash('sha256', JSON.stringify([file, source, from, to, after])).slice(0, 24)
  }

  return {
    get: (mutant) => known.get(nameOf(mutant)),
    set(mutant, outcome) {
      known.set(nameOf(mutant), outcome)
      appendFileSync(path, `${JSON.stringify({ mutant: nameOf(mutant), tests, outcome } satisfies Line)}\n`)
    },
  }
}
