import type { Condition } from '../../../domain/condition.ts'
import type { AlertPreferences } from '../../../domain/hazards/preferences.ts'
import type { UnitSystem } from '../../../domain/units.ts'

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

/** A page behind a link of a mail, told whole by the route that the link leads to: in the language of the mail. */
export interface MailedPage {
  /** BCP 47; mails speak languages that the site does not. */
  readonly lang: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  /** What came of a form, and the way back; or why nothing did. */
  readonly note: {
    readonly isGood: boolean
    readonly text: string
    readonly list: readonly string[]
    readonly undo: MailedForm | null
  } | null
  readonly text: string
  readonly list: readonly string[]
  /** The one thing that can be done here. It is posted: programs that follow links press no buttons. */
  readonly form: MailedForm | null
  readonly links: readonly { readonly href: string; readonly text: string }[]
  /** All that an address gets, to be changed: shown in the place of `list`, posted where `form` is. */
  readonly preferences: MailedPreferences | null
}

export interface MailedForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly button: string
  /** Until when it works; empty: it does not say. */
  readonly until: string
}

export interface MailedPreferences {
  /** The reader's own tag of the page's language, such as `de-AT`. */
  readonly locale: string
  /** In which limits are told. */
  readonly units: UnitSystem
  /** Of one place each, newsletters (null) first. */
  readonly places: readonly { readonly name: string | null; readonly entries: readonly MailedEntry[] }[]
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
  /** What the page behind a link of a mail says; null on every other page. */
  readonly mailed: MailedPage | null
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
