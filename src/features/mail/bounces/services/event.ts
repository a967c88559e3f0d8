import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../../errors.ts'
import type { Report } from '../store.ts'

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
  readonly report: Omit<Report, 'source'>
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

/** Signatures are accepted for this long after, and before, their time. */
export const TOLERANCE_MS = 5 * 60_000

export const wrongSignature = (): AppError => new AppError('unauthorized', 'The signature or the password is wrong')

/** @throws AppError invalid_request */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new AppError('invalid_request', 'The body is not JSON')
  }
}

/** The value at a path of names and indexes; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce(
    (at: unknown, name) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[name] : undefined),
    value,
  )
}

/** The text at a path; null if there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : null
}

/** Compares in a time that tells nothing. */
export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
