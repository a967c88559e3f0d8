import type { ApiRequest, HeldWeather, Visit, VisitedPoint } from './visit.ts'

/** What a page knows of its visit from the start. */
export type VisitFacts = Pick<
  Visit,
  'nonce' | 'now' | 'siteName' | 'publicOrigin' | 'showDemoCities' | 'primarySource' | 'tileSource' | 'isBot' | 'isDocument' | 'mailed'
>

/** A reply of the API as it was sent; the page's thread parses it. */
export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** What a page asks and tells the service while it is made. */
export interface VisitCalls extends Pick<Visit, 'heldWeather' | 'allowAds' | 'sendEarly' | 'failed'> {
  ask(request: ApiRequest): Promise<RawReply>
}

/** A request for a page, as plain data. */
export interface PlainRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: ArrayBuffer | null
}

/** To the thread that makes pages; `id` is the page's. */
export type ToRenderer =
  | { readonly type: 'make'; readonly id: number; readonly request: PlainRequest; readonly facts: VisitFacts }
  | { readonly type: 'reply'; readonly id: number; readonly call: number; readonly value: RawReply | readonly (HeldWeather | null)[] }
  | { readonly type: 'refuse'; readonly id: number; readonly call: number; readonly error: Error }
  /** The visitor has left. */
  | { readonly type: 'abort'; readonly id: number }

/** From the thread that makes pages. */
export type FromRenderer =
  /** It is being made. */
  | { readonly type: 'begun'; readonly id: number }
  | { readonly type: 'ask'; readonly id: number; readonly call: number; readonly request: ApiRequest }
  | { readonly type: 'held'; readonly id: number; readonly call: number; readonly places: readonly VisitedPoint[] }
  | { readonly type: 'ads'; readonly id: number }
  | { readonly type: 'early'; readonly id: number }
  | { readonly type: 'defect'; readonly id: number; readonly error: unknown }
  | {
      readonly type: 'response'
      readonly id: number
      readonly status: number
      readonly headers: readonly (readonly [name: string, value: string])[]
      /** Null: none; `later`: in chunks, as it is made. */
      readonly body: Uint8Array<ArrayBuffer> | null | 'later'
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** After the last chunk. */
  | { readonly type: 'end'; readonly id: number }
  /** Nothing could be made; after some chunks: not the rest. */
  | {
      readonly type: 'failed'
      readonly id: number
      readonly error: unknown
      /** The call whose refusal the page passed on, if that is why. */
      readonly call: number | undefined
    }
