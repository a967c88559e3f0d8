import { AppError, type ErrorCode } from '../../../errors.ts'

/** Why the ad program did not do what it was asked. */
export const PROBLEMS = ['revoked', 'refused_client', 'forbidden', 'quota', 'unavailable', 'unusable', 'unreadable'] as const
export type Problem = (typeof PROBLEMS)[number]

/** The ad program failed. The message is for logs: it never holds a token, a code or an address. */
export class AdProgramFailure extends Error {
  override readonly name = 'AdProgramFailure'
  readonly problem: Problem
  readonly retryAfterSeconds: number | undefined

  constructor(problem: Problem, { retryAfterSeconds, cause }: { retryAfterSeconds?: number | undefined; cause?: unknown } = {}) {
    super(`the ad program: ${problem}`, cause === undefined ? undefined : { cause })
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const TEXTS: Readonly<Record<Problem, string>> = {
  revoked: 'The permission to read the reports was withdrawn at the ad program: connect again',
  refused_client: 'The ad program refuses AD_PROGRAM_OAUTH_CLIENT_ID or AD_PROGRAM_OAUTH_CLIENT_SECRET',
  forbidden: 'The account that was connected may not read the reports of this publisher',
  quota: 'The ad program allows no more calls for now',
  unavailable: 'The ad program does not answer as it should; it is asked again later',
  unusable: 'The ad program answered with something that cannot be read',
  unreadable: 'The stored permission was sealed under another ADMIN_SECRET, or is damaged: set the right secret, or connect again',
}

const CODES: Readonly<Record<Problem, ErrorCode>> = {
  revoked: 'conflict',
  refused_client: 'service_unavailable',
  forbidden: 'upstream_error',
  quota: 'rate_limited',
  unavailable: 'upstream_error',
  unusable: 'upstream_error',
  unreadable: 'service_unavailable',
}

/** What people read of it. */
export function problemText(problem: Problem): string {
  return TEXTS[problem]
}

/** What a request is answered with that could not go on because of it. */
export function appErrorOf({ problem, retryAfterSeconds }: Pick<AdProgramFailure, 'problem' | 'retryAfterSeconds'>): AppError {
  return new AppError(CODES[problem], TEXTS[problem], retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}
