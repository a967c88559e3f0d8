import { type FeedState, toFeedState } from '../cap/feed.ts'
import { isObject, objectsOf, textOf } from '../cap/json.ts'
import type { CapMessage } from '../cap/message.ts'

/** A document that an index lists, as it was read. */
export interface KeptBody {
  /** Address and version. */
  readonly id: string
  readonly message: CapMessage
}

export interface CapFeedState extends FeedState {
  readonly bodies: readonly KeptBody[]
  /** Documents that could not be read the last time, by id: they are asked for after all others. */
  readonly failed: readonly string[]
}

/** What is kept of documents, as JSON; those beyond are fetched again by the next reading. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024

/** The state that a former reading kept. */
export function toCapFeedState(former: unknown): CapFeedState {
  const { bodies, failed } = isObject(former) ? former : { bodies: [], failed: [] }
  const kept = objectsOf(bodies).filter(({ id, message }) => typeof id === 'string' && isObject(message) && Array.isArray(message['infos']))
  return {
    ...toFeedState(former),
    bodies: kept as unknown as KeptBody[],
    failed: Array.isArray(failed) ? failed.flatMap((id) => textOf(id) ?? []) : [],
  }
}

/** As many of the documents as a state may hold: the smallest, since they are most. */
export function bodiesToKeep(bodies: readonly KeptBody[]): KeptBody[] {
  const sized = bodies.map((body) => ({ body, bytes: Buffer.byteLength(JSON.stringify(body)) })).toSorted((a, b) => a.bytes - b.bytes)
  let total = 0
  return sized.flatMap(({ body, bytes }) => ((total += bytes) <= MAX_KEPT_BYTES ? body : []))
}
