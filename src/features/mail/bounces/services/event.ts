import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../../errors.ts'
import type { Report } from '../report.ts'

/** A request by a mail service, body as received. */
export interface ServiceRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** What a service reports: of the mail with that Message-ID, or of the latest one to that address. */
export interface ServiceEvent {
  readonly messageId: string | null
  readonly address: string | null
  readonly report: Report
  /** What the service says once only, as far as it signs such a thing: a request that repeats it is a copy. */
  readonly once: string | null
}

/**
 * Checks that the request comes from the service, and reads it. Null: it reports neither a bounce nor a complaint.
 * @throws AppError unauthorized, invalid_request
 */
export type ReadService = (request: ServiceRequest, settings: ServiceSettings) => ServiceEvent | null | Promise<ServiceEvent | null>

export interface ServiceSettings {
  /** What the service signs with, or its password. */
  readonly secret: string
  /** Only for Amazon SES: the topic whose messages are believed. */
  readonly topicArn: string | null
}

export const buildWrongSignatureError = (): AppError => new AppError('unauthorized', 'The signature or the password is wrong')

/** Whether a signature's time (epoch seconds) is at most so long ago or ahead. */
export function isRecentTimestamp(timestamp: string, now: number, toleranceMs: number): boolean {
  return Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs
}

/** @throws AppError invalid_request */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new AppError('invalid_request', 'The body is not JSON')
  }
}

/** The value at a path of names and indexes; undefined if there is none. */
export function findEventValue(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce(
    (at: unknown, name) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[name] : undefined),
    value,
  )
}

/** The text at a path; null if there is none, or one that the database cannot hold: others wrote parts of it. */
export function findEventText(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = findEventValue(value, ...path)
  return typeof found === 'string' && !found.includes('\0') ? found : null
}
