import type { UnitSystem } from '@isobar/weather'

export const MAIL_KINDS = ['digest', 'alerts', 'confirmation', 'account', 'message'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
/** What an unsubscribe link may end: one kind of mail, or all. */
export const UNSUBSCRIBE_SCOPES = ['digest', 'alerts', 'all'] as const
export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number]

/** A mail as passed to rendering. */
export interface MailToRender {
  /** The outbox row. */
  readonly id: string
  readonly template: string
  readonly kind: MailKind
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly data: object
  /** The parts that the mail refers to, without missing ones. */
  readonly parts: ReadonlyMap<string, object>
  readonly unsubscribe: { readonly token: string; readonly scope: UnsubscribeScope | null } | null
}

export interface RenderedMail {
  /** One line. */
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Renders a mail's subject and bodies. An error is kept as the mail's last error; after its last attempt the mail is given up. */
export type RenderMail = (mail: MailToRender) => RenderedMail | Promise<RenderedMail>
