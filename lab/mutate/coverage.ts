/** What a process executed of the sources: by file, ranges of offsets with how often, as V8 reports them; inner ranges override outer ones. */
export type Covered = Readonly<Record<string, readonly Range[]>>

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface Report {
  readonly result: readonly { readonly url: string; readonly functions: readonly { readonly ranges: readonly Range[] }[] }[]
}

/** Reads a report of NODE_V8_COVERAGE; only files below `folder`, named as `src/…`. Types are stripped without moving anything. */
export function coveredRanges(json: string, folder: string): Covered {
  const { result } = JSON.parse(json) as Report
  const own = result.filter(({ url }) => url.startsWith(`file://${folder}`))
  return Object.fromEntries(
    own.map(({ url, functions }) => [`src/${url.slice(`file://${folder}`.length)}`, functions.flatMap(({ ranges }) => ranges)]),
  )
}

/** Whether the text at an offset was executed. */
export function isCovered(covered: readonly Covered[], file: string, at: number): boolean {
  return covered.some((each) => {
    const around = each[file]?.filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset) ?? []
    const [inner] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
    return inner !== undefined && inner.count > 0
  })
}
