import type { Condition } from '../../../domain/condition.ts'

/** What a page wants of the API, as a client would ask for it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  /** Names a request that must not take effect twice, where the API takes one (`Idempotency-Key`). */
  readonly idempotencyKey?: string
}

export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed; null for an answer without one. */
  readonly body: unknown
}

export interface Point {
  readonly lat: number
  readonly lon: number
}

export interface HeldWeather {
  /** °C */
  readonly temperature: number | null
  readonly condition: Condition | null
  readonly icon: string | null
}

/** One request for a page: what the pages know of it, and their only way to data. */
export interface Visit {
  /** Of the page's policy; every script and style that stands in the page carries it. */
  readonly nonce: string
  /** When it began, epoch milliseconds. */
  readonly now: number
  readonly siteName: string
  /** Base of links that leave the page, without a slash at the end. */
  readonly publicOrigin: string
  /** Whether cities of ours may stand where nobody has searched yet. */
  readonly showDemoCities: boolean
  /** Whose weather people are shown as long as it answers, by its id. */
  readonly primarySource: string
  /** Who draws the map's overlays, as people know them; null: nobody. */
  readonly tileSource: string | null
  /** A crawler that says so: it is shown what is held, and never makes a paid call. */
  readonly isBot: boolean
  /** Whether a document is asked for; otherwise the data of a page, when one page leads to the next in the browser. */
  readonly isDocument: boolean
  /** What is held of the places' weather now, in their order; null: nothing. Nobody is asked, nothing is refreshed behind. */
  heldWeather(places: readonly Point[]): Promise<(HeldWeather | null)[]>
  /** The page shows ads, with the visitor's consent: it is sent with the policy that the ad program needs. Not for pages of the back office. */
  allowAds(): void
  /** The page is sent as it is made: its frame first, then what it still waits for. Its status can no longer change. */
  sendEarly(): void
  isEarly(): boolean
  /** Asks the service's own API within the process, as this visitor: same limits, same budgets, same errors. */
  ask(request: ApiRequest): Promise<ApiReply>
  /** Told of what is a defect of a page. What the API refused is none, and has been logged there. */
  failed(error: unknown): void
}
