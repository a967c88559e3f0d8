import { type FeedState, toFeedState } from '../cap/feed.ts'
import type { CapMessage } from '../cap/message.ts'
import { isObject, readObjects, readText } from '../json.ts'

/** A document that an index lists, as it was read. */
export interface CachedBody {
  /** Address and version. */
  readonly id: string
  readonly message: CapMessage
}

export interface CapFeedState extends FeedState {
  readonly bodies: readonly CachedBody[]
  /** Ids of documents that could not be read the last time; they are fetched after all others. */
  readonly failed: readonly string[]
}

/** Limit of the stored documents, as JSON; the next reading fetches the others again. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024

/** The state that an earlier reading stored. */
export function toCapFeedState(former: unknown): CapFeedState {
  const { bodies, failed } = isObject(former) ? former : { bodies: [], failed: [] }
  const readable = readObjects(bodies).filter(
    ({ id, message }) => typeof id === 'string' && isObject(message) && Array.isArray(message['infos']),
  )
  return {
    ...toFeedState(former),
    bodies: readable as unknown as CachedBody[],
    failed: Array.isArray(failed) ? failed.flatMap((id) => readText(id) ?? []) : [],
  }
}

/** As many documents as a state can hold, smallest first. */
export function selectBodiesToCache(bodies: readonly CachedBody[]): CachedBody[] {
  const sized = bodies.map((body) => ({ body, bytes: Buffer.byteLength(JSON.stringify(body)) })).toSorted((a, b) => a.bytes - b.bytes)
  let total = 0
  return sized.flatMap(({ body, bytes }) => ((total += bytes) <= MAX_CACHED_BYTES ? body : []))
}
