import type { UnitSystem } from '../../../domain/units.ts'

export const MAIL_KINDS = ['digest', 'alerts', 'confirmation', 'account', 'message'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export type UnsubscribeScope = 'digest' | 'alerts' | 'all'

/** A mail that has been decided. Its body is made when it is sent. */
export interface OutgoingMail {
  /** Unique for ever: what, whom, which period or event. Holds no address in clear (`keyedHash('address', emailKey)` instead); at most 300 characters. */
  readonly key: string
  /** A registered template's id. */
  readonly template: string
  /** The address, validated when it was taken in. */
  readonly to: string
  readonly kind: MailKind
  readonly lang: string
  readonly units: UnitSystem
  /** IANA zone. */
  readonly timezone: string
  /** The template's data: canonical units, instants as ISO text; less than 64 KB. */
  readonly data: object
  /** Ids of the shared parts that the data refers to (see insertParts). */
  readonly parts?: readonly string[]
  /** What the mail can be unsubscribed from; scope null: the one subscription that the token names. */
  readonly unsubscribe?: { readonly token: string; readonly scope: UnsubscribeScope | null }
  /** Epoch milliseconds; not sent before. */
  readonly notBefore?: number
  /** Epoch milliseconds; not worth sending after it. */
  readonly dropAfter?: number
  /** The job run that decided it. */
  readonly runId?: string
}

/** What rendering is given of a mail. */
export interface MailToRender {
  /** The outbox row. */
  readonly id: string
  readonly template: string
  readonly kind: MailKind
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly data: object
  /** Only what exists of the parts that the mail names. */
  readonly parts: ReadonlyMap<string, object>
  readonly unsubscribe: { readonly token: string; readonly scope: UnsubscribeScope | null } | null
}

export interface RenderedMail {
  /** One line. */
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Makes a mail's subject and bodies. What it throws is kept as the mail's last error, and the mail goes aside after its tries. */
export type RenderMail = (mail: MailToRender) => RenderedMail | Promise<RenderedMail>
