/** The parts of a `.cpuprofile` that are read here. Times are in microseconds since some moment that is the same for the whole machine. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** In microseconds of the profile's clock. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** Microseconds that were not idle, by where they were spent. */
export interface Shares {
  readonly activeMicroseconds: number
  /** By file of Node and of the project, and by package. */
  readonly byFile: ReadonlyMap<string, number>
  readonly byFunction: ReadonlyMap<string, number>
}

/** Self time of the samples in a window, without callees. `root` is the folder of the project. */
export function sharesOf({ nodes, startTime, samples, timeDeltas }: CpuProfile, { from, to }: Window, root: string): Shares {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const [byFile, byFunction] = [new Map<string, number>(), new Map<string, number>()]
  let activeMicroseconds = 0
  let at = startTime
  for (const [i, id] of samples.entries()) {
    at += timeDeltas[i] ?? 0
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)' || at < from || at > to) continue
    // A sample counts for the time until the next one.
    const microseconds = timeDeltas[i + 1] ?? 0
    const { functionName, url } = frame
    const file = url === '' ? nativeOf(functionName) : fileOf(url, root)
    add(byFile, file, microseconds)
    add(byFunction, url === '' ? functionName : `${functionName || '(anonymous)'} in ${file}`, microseconds)
    activeMicroseconds += microseconds
  }
  return { activeMicroseconds, byFile, byFunction }
}

function add(sums: Map<string, number>, key: string, microseconds: number): void {
  sums.set(key, (sums.get(key) ?? 0) + microseconds)
}

/** A package by its name, everything else by its path. */
function fileOf(url: string, root: string): string {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? url.replace(`file://${root}/`, '')
}

/** What is not a script: the garbage collector, and calls into Node's own C++ and the kernel below it. */
function nativeOf(functionName: string): string {
  return functionName.startsWith('(') ? functionName : 'calls of the kernel and of C++'
}
