import type { AlertPreferences, Condition, UnitSystem } from '@isobar/weather'
import type { Language } from '../../../messages/languages.ts'

/** A page's request to the API, in the form a client would send it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Including the query. */
  readonly path: string
  readonly body?: unknown
  /** Makes a request idempotent, where the API supports it (`Idempotency-Key`). */
  readonly idempotencyKey?: string
}

export interface ApiReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON; null for an empty body. */
  readonly body: unknown
}

export interface VisitedPoint {
  readonly lat: number
  readonly lon: number
}

export interface CachedWeather {
  /** °C */
  readonly temperature: number | null
  readonly condition: Condition | null
  readonly icon: string | null
}

/** A page behind a mailed link, complete as its route provides it, in the language of the mail. */
export interface MailedPage {
  readonly lang: Language
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  /** The outcome of a form with a link back, or the reason why nothing happened. */
  readonly note: {
    readonly isGood: boolean
    readonly text: string
    readonly list: readonly string[]
    readonly undo: MailedForm | null
  } | null
  readonly text: string
  readonly list: readonly string[]
  /** The page's only action. It needs a POST: programs that follow links press no buttons. */
  readonly form: MailedForm | null
  readonly links: readonly { readonly href: string; readonly text: string }[]
  /** Everything that an address receives, for editing: shown instead of `list`, posted to the address of `form`. */
  readonly preferences: MailedPreferences | null
}

export interface MailedForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly button: string
  /** Until when the link works; empty: not stated. */
  readonly until: string
}

export interface MailedPreferences {
  /** The reader's own variant of the page's language, such as `de-AT`. */
  readonly locale: string
  /** The units for limits. */
  readonly units: UnitSystem
  /** One entry per place, newsletters (null) first. */
  readonly places: readonly { readonly name: string | null; readonly entries: readonly MailedEntry[] }[]
  /** Places of which the address's browsers are notified. */
  readonly browsers: readonly { readonly id: string; readonly name: string; readonly text: string }[]
}

export interface MailedEntry {
  readonly id: string
  readonly type: 'newsletter' | 'city_weekly' | 'city_alerts'
  /** `Weather alerts for Berlin`. */
  readonly name: string
  readonly isConfirmed: boolean
  readonly frequency: string
  readonly alerts: AlertPreferences
}

/** What the picture of a place for link previews shows, as finished texts. */
export interface PictureScene {
  readonly direction: 'ltr' | 'rtl'
  /** The place's names, the best first; the last is in characters that every font has. */
  readonly names: readonly string[]
  readonly region: string
  /** The site's names, the best first. */
  readonly site: readonly string[]
  readonly sky: 'clear' | 'clouds' | 'fog' | 'rain' | 'snow' | 'storm'
  readonly light: 'day' | 'low' | 'night'
  /** Null: unknown, so the picture names the place only. */
  readonly weather: {
    readonly temperature: string
    /** `C`, `F` */
    readonly unit: string
    readonly icon: string | null
    readonly words: string
    readonly range: readonly string[]
    readonly outlook: string
    /** The time of the data. */
    readonly asOf: string
    /** Who is credited for it. */
    readonly credit: string
  } | null
}

/** What is to be made of an address: its page, or for one that names a place the drawing of its hours and days, its page for frames, its `PictureScene`. */
export type Made = 'page' | 'meteogram' | 'embed' | 'scene'

/** One request for a page: all that pages know about it, and their only access to data. */
export interface Visit {
  /** Nonce of the page's policy; every inline script and style carries it. */
  readonly nonce: string
  /** Start of the request, epoch milliseconds. */
  readonly now: number
  readonly siteName: string
  /** Base of links that leave the page, without a trailing slash. */
  readonly publicOrigin: string
  /** Whether example cities may be shown before anybody has searched. */
  readonly showDemoCities: boolean
  /** Ids of the providers that are asked first, somewhere or everywhere; others stand in for them. */
  readonly primarySources: readonly string[]
  /** Display name of the provider of the map's overlays; null: none. */
  readonly tileSource: string | null
  /** Whether the map has frames of a radar. */
  readonly hasRadar: boolean
  /** Whether official warnings of whole countries are read. */
  readonly hasWarningFeeds: boolean
  /** Whether other sites may show places in frames. */
  readonly hasEmbeds: boolean
  /** The operator's place on the front page, as in its address; null: none. */
  readonly frontPlace: string | null
  /** Whether it is looked up what is usual at places. */
  readonly hasNormals: boolean
  /** Days that observations and forecasts are stored. */
  readonly retentionDays: number
  /** A self-declared crawler: it is served from the cache and never causes a paid call. */
  readonly isBot: boolean
  readonly made: Made
  /** Whether the page is wanted as text, for a terminal. */
  readonly isText: boolean
  /** Whether a document is requested; otherwise only a page's data, for navigation within the browser. */
  readonly isDocument: boolean
  /** The content of a page behind a mailed link; null on every other page. */
  readonly mailed: MailedPage | null
  /** The cached weather of the places, in their order; null: none. Calls no provider and triggers no refresh. */
  cachedWeather(places: readonly VisitedPoint[]): Promise<(CachedWeather | null)[]>
  /** Marks a page that shows ads, with the visitor's consent: it gets the policy that the ad program needs. Not for the back office. */
  allowAds(): void
  /** Streams the page: its frame first, then what it still waits for. Its status can no longer change. */
  sendEarly(): void
  isEarly(): boolean
  /** Calls the service's own API in-process, as this visitor: same limits, same budgets, same errors. */
  ask(request: ApiRequest): Promise<ApiReply>
  /** Reports a defect of a page. Refusals of the API are not defects, and are logged there. */
  failed(error: unknown): void
}
