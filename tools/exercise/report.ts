import { readFile } from 'node:fs/promises'
import type { Exercise } from './record.ts'

/** Lines about exercises, and whether all is well. */
export interface Report {
  readonly lines: readonly string[]
  readonly isGood: boolean
}

interface Finding {
  readonly exercise: Exercise
  readonly hasFailed: boolean
  readonly isDifferent: boolean
}

/** The exercises that were saved in a file (`main.ts`). */
export async function readExercises(file: string): Promise<readonly Exercise[]> {
  return JSON.parse(await readFile(file, 'utf8')) as Exercise[]
}

/** Prints the report about a service, by its name. @throws when not all is well */
export function printReport(service: string, exercises: readonly Exercise[], former: readonly Exercise[] | null): void {
  const { lines, isGood } = reportExercises(exercises, former)
  console.log([service, ...lines].join('\n'))
  if (!isGood) throw new Error(`${service}: there are failures or differences`)
}

/**
 * Says how many exercises of each kind there are, how many failed in the service (5xx) or have another fault, and how many differ from those of another
 * service (`former`), if there is one; then names each of these.
 */
export function reportExercises(exercises: readonly Exercise[], former: readonly Exercise[] | null): Report {
  const before = new Map(former?.map((each) => [nameOf(each), outcomeOf(each)]))
  const findings = exercises.map((exercise) => ({
    exercise,
    hasFailed: exercise.status >= 500,
    isDifferent: former !== null && before.get(nameOf(exercise)) !== outcomeOf(exercise),
  }))
  const names = new Set(exercises.map(nameOf))
  const missing = [...before.keys()].filter((name) => !names.has(name))
  const bad = findings.filter(isBad)
  return {
    lines: [
      row('', 'count', '5xx', 'wrong', 'different'),
      ...Map.groupBy(findings, ({ exercise }) => exercise.kind)
        .entries()
        .map(([kind, of]) =>
          row(
            kind,
            of.length,
            count(of, 'hasFailed'),
            of.filter((each) => each.exercise.fault !== null).length,
            former === null ? '' : count(of, 'isDifferent'),
          ),
        ),
      ...bad.map(({ exercise, isDifferent }) => {
        const why = [exercise.fault, isDifferent && `elsewhere ${before.get(nameOf(exercise)) ?? 'missing'}`].filter(Boolean)
        return [nameOf(exercise), outcomeOf(exercise), ...why].join(': ')
      }),
      ...missing.map((name) => `${name}: missing`),
    ],
    isGood: bad.length === 0 && missing.length === 0,
  }
}

const isBad = ({ exercise, hasFailed, isDifferent }: Finding): boolean => hasFailed || isDifferent || exercise.fault !== null
const nameOf = ({ kind, name }: Exercise): string => `${kind} ${name}`
const outcomeOf = ({ status, answer }: Exercise): string => `${status} ${answer}`
const count = (findings: readonly Finding[], what: 'hasFailed' | 'isDifferent'): number => findings.filter((each) => each[what]).length

function row(kind: string, ...cells: readonly (string | number)[]): string {
  return kind.padEnd(8) + cells.map((cell) => String(cell).padStart(11)).join('')
}
