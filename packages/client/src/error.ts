import type { Problem } from './api.ts'

/** `timeout` and `unreachable`: no answer; `unexpected_answer`: something other than the service answered, such as a proxy. */
export type ErrorCode = Problem['error'] | 'timeout' | 'unreachable' | 'unexpected_answer'

interface Failure {
  /** 0: no answer */
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly problem?: Problem
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** Thrown by every method unless the service answers as asked. An aborted request throws the reason of its signal instead. */
export class IsobarError extends Error {
  override readonly name = 'IsobarError'
  /** HTTP status; 0: no answer */
  readonly status: number
  readonly code: ErrorCode
  /** The service's own words, with the request's id and what was wrong with its fields; null: the service did not answer. */
  readonly problem: Problem | null
  /** When to try again; null: not stated */
  readonly retryAfterSeconds: number | null

  constructor({ status, code, message, problem, retryAfterSeconds, cause }: Failure) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.code = code
    this.problem = problem ?? null
    this.retryAfterSeconds = retryAfterSeconds ?? null
  }
}

/** The error of an answer that is no success. */
export function buildIsobarError(response: Response, text: string): IsobarError {
  const { status } = response
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'), response.headers.get('date'))
  const problem = problemOf(text)
  return problem === undefined
    ? new IsobarError({ status, code: 'unexpected_answer', message: `The answer has the status ${status}`, retryAfterSeconds })
    : new IsobarError({ status, code: problem.error, message: problem.message, problem, retryAfterSeconds })
}

function problemOf(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null
    return typeof body?.error === 'string' && typeof body.message === 'string' ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds, at least 0: it states them, or a date (RFC 9110 §10.2.3), which is compared with the server's own clock. */
function secondsOf(retryAfter: string | null, date: string | null): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const now = date === null ? Date.now() : Date.parse(date)
  const seconds = Math.ceil((Date.parse(retryAfter) - now) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
