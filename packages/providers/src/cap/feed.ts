import { isSimulated, toFailureKind, retryAfterSeconds } from '../fetch-json.ts'
import { readFields, isObject, readText } from '../json.ts'
import {
  type FeedReading,
  type PaidCalls,
  type Product,
  ProviderFailure,
  type ProviderFailureKind,
  type UpstreamAnswer,
} from '../provider.ts'
import type { CapRules } from './draft.ts'
import { type Memory, NOTHING_KNOWN, toMemory } from './memory.ts'
import type { CapMessage } from './message.ts'
import { readCapWarnings } from './warnings.ts'

/** A server's cache validators for the version of its body. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** What every feed keeps from one reading to the next. */
export interface FeedState {
  readonly validators: Validators
  readonly memory: Memory
}

const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

/** The state that an earlier reading stored; that of a first reading if there is none. */
export function toFeedState(former: unknown): FeedState {
  if (!isObject(former)) return { validators: NO_VALIDATORS, memory: NOTHING_KNOWN }
  const validators = readFields(former['validators'])
  return {
    validators: { etag: readText(validators['etag']), lastModified: readText(validators['lastModified']) },
    memory: toMemory(former['memory']),
  }
}

/** The state after a reading. After an incomplete one, the next reading fetches everything again. */
export function buildFeedState(validators: Validators, memory: Memory, isComplete: boolean): FeedState {
  return { validators: isComplete ? validators : NO_VALIDATORS, memory }
}

/** A new version of a feed. */
export interface FetchedFeed {
  readonly body: Uint8Array
  readonly headers: UpstreamAnswer['headers']
  readonly validators: Validators
  readonly simulated: boolean
}

/**
 * One conditional call. Null if nothing has changed since the validators were sent.
 * @throws ProviderFailure
 */
export async function fetchFeed(
  calls: PaidCalls,
  request: { readonly product: Product; readonly url: URL; readonly accept: string },
  { etag, lastModified }: Validators = NO_VALIDATORS,
): Promise<FetchedFeed | null> {
  const { product, url, accept } = request
  const conditions = {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
  const { status, headers, body } = await calls.get({ product, url, headers: { accept, ...conditions } })
  if (status === 304 && Object.keys(conditions).length > 0) return null
  // 203: api.met.no announces that this version of a product will be withdrawn.
  if (status !== 200 && status !== 203) throw buildFeedFailure(product, failureKind(status), status, retryAfterSeconds(headers))
  const validators = { etag: readText(headers['etag']), lastModified: readText(headers['last-modified']) }
  return { body, headers, validators, simulated: isSimulated(headers) }
}

/** The reading of a feed that contains its messages in full: how many entries it had, and which of them could be read. */
export function buildListedReading(
  { validators, simulated }: FetchedFeed,
  { entries, messages }: { readonly entries: number; readonly messages: readonly CapMessage[] },
  former: FeedState,
  rules: CapRules,
  now: number,
): FeedReading {
  const { warnings, leftOut, memory } = readCapWarnings(messages, former.memory, rules, now)
  const unreadable = entries - messages.length
  const complete = unreadable === 0
  return {
    unchanged: false,
    complete,
    warnings,
    simulated,
    state: buildFeedState(validators, memory, complete),
    leftOut: dropZeroCounts({ ...leftOut, unreadable }),
  }
}

/** The reasons for which entries were left out, without those that did not occur. */
export function dropZeroCounts(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** The message never quotes the upstream. */
export function buildFeedFailure(product: Product, kind: ProviderFailureKind, status: number, waitSeconds?: number): ProviderFailure {
  return new ProviderFailure(kind, `${product.id}: ${kind}, status ${status}`, { status, retryAfterSeconds: waitSeconds })
}

/** 410: the feed has been withdrawn. */
function failureKind(status: number): ProviderFailureKind {
  return status === 410 ? 'not_found' : toFailureKind(status)
}

/** The rules of a part of a feed in which `expires` ends the event. */
export function buildPlainRules(source: string, part: string): CapRules {
  return { source, part, expiresEndsEvent: true, categories: null }
}
