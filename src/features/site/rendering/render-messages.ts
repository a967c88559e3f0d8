import type { ApiRequest, Visit } from './visit.ts'

/** What a page knows about its visit from the start. */
export type VisitFacts = Omit<Visit, 'cachedWeather' | 'allowAds' | 'sendEarly' | 'isEarly' | 'ask' | 'failed'>

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
  | { readonly type: 'reply'; readonly id: number; readonly call: number; readonly value: unknown }
  | { readonly type: 'refuse'; readonly id: number; readonly call: number; readonly error: Error }
  /** The visitor has left. */
  | { readonly type: 'abort'; readonly id: number }

/** Messages from the render thread. */
export type FromRenderer =
  /** Rendering has begun. */
  | { readonly type: 'begun'; readonly id: number }
  /** One of the page's calls; `call` is its number. */
  | { readonly type: 'call'; readonly id: number; readonly call: number; readonly name: keyof VisitCalls; readonly argument?: unknown }
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
