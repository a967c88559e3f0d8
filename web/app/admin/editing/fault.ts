import type { ApiFailure } from '../../api/ask.ts'

/** An error in a source, with its position. */
export interface Fault {
  /** From 1; null: no particular line. */
  readonly line: number | null
  readonly message: string
}

/** The errors of one part, from the API's messages: `line 3: undefined variable: nome`. */
export function faultsOf(part: string, ...failures: readonly (ApiFailure | undefined)[]): readonly Fault[] {
  const messages = new Set(
    failures.flatMap((failure) => failure?.details ?? []).flatMap(({ path, message }) => (path === part ? [message] : [])),
  )
  return [...messages].map((text) => {
    const [, line, message] = /^line (\d+): ([\s\S]*)$/.exec(text) ?? []
    return line === undefined || message === undefined ? { line: null, message: text } : { line: Number(line), message }
  })
}
