import { DECAY_PER_DAY } from './constants.ts'

/** What is learned, with three memories. All numbers are sums over cases, each weighted by exp(−rate · days since the case). */
export interface Memory {
  /** To when weights refer, in days since 1970. */
  at: number
  readonly slow: Float64Array
  readonly fast: Float64Array
  readonly skill: Float64Array
}

type Name = keyof typeof DECAY_PER_DAY
const NAMES = Object.keys(DECAY_PER_DAY) as readonly Name[]

/** How many numbers each memory has. */
export type MemoryWidths = Readonly<Record<Name, number>>

/** A memory without cases. */
export function createMemory({ slow, fast, skill }: MemoryWidths): Memory {
  return { at: -Infinity, slow: new Float64Array(slow), fast: new Float64Array(fast), skill: new Float64Array(skill) }
}

/** The weights of a case of a day; a later case than all before makes those lighter. */
export function openCase(memory: Memory, day: number): Readonly<Record<Name, number>> {
  if (day > memory.at) advanceTo(memory, day)
  const age = memory.at - day
  return { slow: weigh('slow', age), fast: weigh('fast', age), skill: weigh('skill', age) }
}

/** The memory of both sets of cases, which have none in common; `second` counts `share`. Both are unchanged. */
export function mergeMemories(first: Memory, second: Memory, share = 1): Memory {
  const newest = Math.max(first.at, second.at)
  const merged = createMemory({ slow: first.slow.length, fast: first.fast.length, skill: first.skill.length })
  merged.at = newest
  for (const name of NAMES) {
    const ours = first.at === newest ? 1 : weigh(name, newest - first.at)
    const theirs = share * (second.at === newest ? 1 : weigh(name, newest - second.at))
    const [sum, a, b] = [merged[name], first[name], second[name]]
    for (let i = 0; i < sum.length; i += 1) sum[i] = ours * (a[i] as number) + theirs * (b[i] as number)
  }
  return merged
}

function advanceTo(memory: Memory, day: number): void {
  if (memory.at !== -Infinity) {
    for (const name of NAMES) {
      const factor = weigh(name, day - memory.at)
      const sums = memory[name]
      for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] as number) * factor
    }
  }
  memory.at = day
}

function weigh(name: Name, days: number): number {
  return Math.exp(-DECAY_PER_DAY[name] * days)
}
