/** One answer of a stand-in, before faults. Bodies are kept whole: everything the real services send here is small. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** One request, parsed. */
export interface WireRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Epoch milliseconds by the simulated clock. */
  readonly now: number
}

/** A JSON answer, with the `contentType` of the service in question. */
export function json(status: number, value: unknown, contentType = 'application/json; charset=utf-8'): WireAnswer {
  return { status, headers: { 'content-type': contentType }, body: JSON.stringify(value) }
}

/** Rounds half away from zero, never to −0. */
export function round(value: number, digits: number): number {
  const factor = 10 ** digits
  const rounded = Math.round(Math.abs(value) * factor) / factor
  return value < 0 && rounded !== 0 ? -rounded : rounded
}
