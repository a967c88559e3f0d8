import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Random } from '../../tools/random.ts'
import { documentation } from './documentation.ts'

/** One change of one source file. */
export interface Mutant {
  /** From the project's folder. */
  readonly file: string
  /** Offsets of the replaced text in the file, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** Counted from 1. */
  readonly line: number
  readonly kind: string
  readonly before: string
  readonly after: string
}

const quiet = (): void => undefined
const LOGGER = { isDebugEnabled: () => false, debug: quiet, info: quiet, warn: console.warn, error: console.error }
/** A quoted text with a space is a description, a message or a help text: what it says is not tested, and rightly so. */
const PROSE = /^(['"]).*\s.*\1$/s

/** All mutants of the files that Stryker's mutators make, in the order of the files. Nothing is run. */
export async function mutantsOf(root: string, files: readonly string[]): Promise<Mutant[]> {
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const whole = files.map((name, i) => ({ name, content: sources[i] ?? '', mutate: true }))
  const instrumenter = new Instrumenter(LOGGER as unknown as ConstructorParameters<typeof Instrumenter>[0])
  const { mutants } = await instrumenter.instrument(whole, {
    plugins: null,
    excludedMutations: [],
    ignorers: [documentation],
    noHeader: true,
  })
  const textOf = new Map(files.map((file, i) => [file, sources[i] ?? '']))
  const startsOf = new Map(files.map((file, i) => [file, lineStarts(sources[i] ?? '')]))
  return mutants.flatMap(({ fileName: file, location: { start, end }, mutatorName: kind, replacement, status }): Mutant[] => {
    if (status === 'Ignored') return []
    const starts = startsOf.get(file) ?? []
    const [from, to] = [(starts[start.line] ?? 0) + start.column, (starts[end.line] ?? 0) + end.column]
    const before = (textOf.get(file) ?? '').slice(from, to)
    if (kind === 'StringLiteral' && PROSE.test(before)) return []
    return [{ file, from, to, line: start.line + 1, kind, before, after: replacement }]
  })
}

/** In random order (Fisher and Yates). */
export function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all]
  for (let i = left.length - 1; i > 0; i--) {
    const j = random.between(0, i)
    ;[left[i], left[j]] = [left[j] as T, left[i] as T]
  }
  return left
}

/** The text of a mutant's file with the change. */
export const mutated = (source: string, { from, to, after }: Mutant): string => source.slice(0, from) + after + source.slice(to)

const LONGEST = 60
/** What is shown before the first difference of long texts. */
const BEFORE_DIFFERENCE = 25

/** `a < b → a <= b`, in one line. Long texts start shortly before they differ. */
export function changeOf({ before, after }: Mutant): string {
  const [from, to] = [before, after].map((text) => text.replaceAll(/\s+/g, ' ')) as [string, string]
  let same = 0
  while (same < from.length && from[same] === to[same]) same++
  const start = Math.max(from.length, to.length) > LONGEST && same > BEFORE_DIFFERENCE ? same - BEFORE_DIFFERENCE : 0
  return `${shortened(from, start)} → ${shortened(to, start)}`
}

function shortened(line: string, start: number): string {
  const text = start > 0 ? `…${line.slice(start)}` : line
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}…` : text
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}
