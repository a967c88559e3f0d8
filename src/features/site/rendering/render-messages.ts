import type { ApiRequest, CachedWeather, Visit, VisitedPoint } from './visit.ts'

/** What a page knows about its visit from the start. */
export type VisitFacts = Pick<
  Visit,
  | 'nonce'
  | 'now'
  | 'siteName'
  | 'publicOrigin'
  | 'showDemoCities'
  | 'primarySources'
  | 'tileSource'
  | 'hasWarningFeeds'
  | 'hasEmbeds'
  | 'hasNormals'
  | 'retentionDays'
  | 'isBot'
  | 'isText'
  | 'isDocument'
  | 'mailed'
>

/** A reply of the API as it was sent; the page's thread parses it. */
export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A page's calls to the service while it is rendered. */
export interface VisitCalls extends Pick<Visit, 'cachedWeather' | 'allowAds' | 'sendEarly' | 'failed'> {
  ask(request: ApiRequest): Promise<RawReply>
}

/** A request for a page, as plain data. */
export interface PlainRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: ArrayBuffer | null
}

/** Messages to the render thread; `id` is the page's. */
export type ToRenderer =
  | { readonly type: 'make'; readonly id: number; readonly request: PlainRequest; readonly facts: VisitFacts }
  | { readonly type: 'reply'; readonly id: number; readonly call: number; readonly value: RawReply | readonly (CachedWeather | null)[] }
  | { readonly type: 'refuse'; readonly id: number; readonly call: number; readonly error: Error }
  /** The visitor has left. */
  | { readonly type: 'abort'; readonly id: number }

/** Messages from the render thread. */
export type FromRenderer =
  /** Rendering has begun. */
  | { readonly type: 'begun'; readonly id: number }
  | { readonly type: 'ask'; readonly id: number; readonly call: number; readonly request: ApiRequest }
  | { readonly type: 'cached'; readonly id: number; readonly call: number; readonly places: readonly VisitedPoint[] }
  | { readonly type: 'ads'; readonly id: number }
  | { readonly type: 'early'; readonly id: number }
  | { readonly type: 'defect'; readonly id: number; readonly error: unknown }
  | {
      readonly type: 'response'
      readonly id: number
      readonly status: number
      readonly headers: readonly (readonly [name: string, value: string])[]
      /** Null: none; `later`: in chunks, as they are rendered. */
      readonly body: Uint8Array<ArrayBuffer> | null | 'later'
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** After the last chunk. */
  | { readonly type: 'end'; readonly id: number }
  /** Rendering failed; after some chunks: the rest is missing. */
  | {
      readonly type: 'failed'
      readonly id: number
      readonly error: unknown
      /** The call whose error the page passed on, if that is the cause. */
      readonly call: number | undefined
    }
