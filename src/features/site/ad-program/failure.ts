import { AppError, type ErrorCode } from '../../../errors.ts'

/** Why a call to the ad program failed. */
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
  revoked: 'Access to the reports was revoked at the ad program. Please reconnect.',
  refused_client: 'The ad program rejected AD_PROGRAM_OAUTH_CLIENT_ID or AD_PROGRAM_OAUTH_CLIENT_SECRET',
  forbidden: 'The connected account has no access to the reports of this publisher',
  quota: 'The ad program is rate limiting our calls',
  unavailable: 'The ad program is not responding correctly. We will retry later.',
  unusable: 'The ad program sent a response that cannot be read',
  unreadable: 'The stored access token was encrypted with a different ADMIN_SECRET or is damaged. Set the right secret or reconnect.',
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

/** The problem in words for people. */
export function describeAdProgramProblem(problem: Problem): string {
  return TEXTS[problem]
}

/** The error for a request that failed because of the problem. */
export function toAdProgramError({ problem, retryAfterSeconds }: Pick<AdProgramFailure, 'problem' | 'retryAfterSeconds'>): AppError {
  return new AppError(CODES[problem], TEXTS[problem], retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}
