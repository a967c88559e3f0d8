import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
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

function instrument(files: Parameters<Instrumenter['instrument']>[0]) {
  const instrumenter = new Instrumenter(LOGGER as unknown as ConstructorParameters<typeof Instrumenter>[0])
  return instrumenter.instrument(files, { plugins: null, excludedMutations: [], ignorers: [documentation], noHeader: true })
}

/** All mutants of the files that Stryker's mutators make, in the order of the files. Nothing is run. */
export async function mutantsOf(root: string, files: readonly string[]): Promise<Mutant[]> {
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const whole = files.map((name, i) => ({ name, content: sources[i] ?? '', mutate: true }))
  const { mutants } = await instrument(whole)
  const rangeOf = new Map(whole.map(({ name, content }) => [name, rangeIn(content)]))
  const textOf = new Map(whole.map(({ name, content }) => [name, content]))
  return mutants.flatMap(({ fileName: file, location, mutatorName: kind, replacement, status }): Mutant[] => {
    if (status === 'Ignored') return []
    const [from, to] = rangeOf.get(file)?.(location) ?? [0, 0]
    const before = (textOf.get(file) ?? '').slice(from, to)
    if (kind === 'StringLiteral' && PROSE.test(before)) return []
    return [{ file, from, to, line: location.start.line + 1, kind, before, after: replacement }]
  })
}

/**
 * In an order that follows from the seed and each mutant alone: a change of one source leaves the order of the others, so that the same sample is
 * drawn again.
 */
export function inRandomOrder(all: readonly Mutant[], seed: number): Mutant[] {
  const seen = new Map<string, number>()
  const ranked = all.map((mutant) => {
    const name = JSON.stringify([mutant.file, mutant.kind, mutant.before, mutant.after])
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return { mutant, rank: hash('sha256', `${seed} ${count} ${name}`) }
  })
  return ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ mutant }) => mutant)
}

/** The sources with all these mutants behind switches, and the number that activates each. */
export async function instrumented(root: string, sample: readonly Mutant[]) {
  const byFile = Map.groupBy(sample, ({ file }) => file)
  const texts = new Map<string, string>()
  const numbers = new Map<Mutant, number>()
  const files = await Promise.all([...byFile.keys()].map(async (name) => ({ name, content: await readFile(join(root, name), 'utf8') })))
  const positioned = files.map(({ name, content }) => {
    const at = positionIn(content)
    return { name, content, mutate: (byFile.get(name) ?? []).map(({ from, to }) => ({ start: at(from), end: at(to) })) }
  })
  const { files: written, mutants } = await instrument(positioned)
  for (const { name, content } of written) {
    const helpers = relative(dirname(name), 'lab/mutate/switches.ts')
    texts.set(name, `import { stryCov_9fa48, stryMutAct_9fa48 } from '${helpers}'\n${content}`)
  }
  for (const { id, fileName, location, replacement } of mutants) {
    const source = files.find(({ name }) => name === fileName)?.content ?? ''
    const [from, to] = rangeIn(source)(location)
    const meant = byFile.get(fileName)?.find((mutant) => mutant.from === from && mutant.to === to && mutant.after === replacement)
    if (meant !== undefined) numbers.set(meant, Number(id))
  }
  for (const mutant of sample) if (!numbers.has(mutant)) throw new Error(`${mutant.file}:${mutant.line} cannot be switched`)
  return { texts, numbers }
}

/** The text of a mutant's file with the change. */
export const mutated = (source: string, { from, to, after }: Mutant): string => source.slice(0, from) + after + source.slice(to)

/** As it is printed. */
export const lineOf = (mutant: Mutant): string => `${mutant.file}:${mutant.line} ${mutant.kind}: ${changeOf(mutant)}`

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

interface Position {
  readonly line: number
  readonly column: number
}

/** Stryker's positions count lines and columns from 0. */
function rangeIn(text: string): (location: { readonly start: Position; readonly end: Position }) => [number, number] {
  const starts = lineStarts(text)
  const offset = ({ line, column }: Position): number => (starts[line] ?? 0) + column
  return ({ start, end }) => [offset(start), offset(end)]
}

function positionIn(text: string): (offset: number) => Position {
  const starts = lineStarts(text)
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line, column: offset - (starts[line] ?? 0) }
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}
