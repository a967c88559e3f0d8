import type { Attribution } from '../../../providers/provider.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import type { MailWords } from '../catalogue/index.ts'

/** For whom a mail is rendered, and how it is told. */
export interface MailContext {
  readonly units: UnitSystem
  /** IANA zone of the subscriber. */
  readonly timezone: string
  /** Strings and formats in the subscriber's language. */
  readonly words: MailWords
  /** The name by which the service signs. */
  readonly service: string
  readonly links: MailLinks
}

/** Absolute addresses under PUBLIC_URL. */
export interface MailLinks {
  readonly home: string
  /** The page that ends what the mail belongs to; null in a mail that belongs to no subscription. */
  readonly unsubscribe: string | null
  readonly preferences: string | null
  /** `/weather/{name}-{lat},{lon}`. */
  weather(place: { readonly name: string | null; readonly lat: number; readonly lon: number }): string
  /** Any other path: `/api/alerts/…`. Parameters are encoded. */
  page(path: string, parameters?: Readonly<Record<string, string>>): string
  /** The same for a link that opens something for whoever has it: templates can use it as a whole, and in no other address. */
  secret(path: string, parameters?: Readonly<Record<string, string>>): string
}

/**
 * What Liquid sees of one mail, besides the frame's own (`FrameView`): strings
 * that are ready to be shown (escaped on output), numbers that place things, lists and objects of them.
 */
export interface MailView {
  /** The line that a mailbox shows beside the subject. */
  readonly preheader: string
  /** Why this mail comes to this address, in the footer. */
  readonly reason: string
  /** Credits of the data that is shown, with their licences; in the footer. */
  readonly credits: readonly Attribution[]
  /** Says in the frame that the data is made up. */
  readonly simulated: boolean
  /** In which zone the mail tells times; null where it tells none. */
  readonly zone: string | null
  readonly [name: string]: unknown
}

/** Shared parts of a mail by id (see `insertParts`). */
export type MailParts = ReadonlyMap<string, object>

/** The three sources of a mail. An administrator's override has the same shape. */
export interface MailSources {
  /** Liquid. Rendered to one line. */
  readonly subject: string
  /** The content of the frame's `<mj-body>`: MJML with Liquid in it. */
  readonly mjml: string
  /** Liquid; the frame wraps lines and adds the footer. */
  readonly text: string
}

/** The sources alone, of what has more. */
export function sourcesOf({ subject, mjml, text }: MailSources) {
  return { subject, mjml, text }
}

/** One kind of mail. It belongs to the feature that sends it (`src/features/<feature>/emails/<id>/`) and is listed in `src/composition/mails.ts`. */
export interface MailTemplate<Data extends object = object> extends MailSources {
  readonly id: string
  /** One English sentence for the administrator. */
  readonly description: string
  /** True for mails of a subscription, which must be sent with `unsubscribe`. */
  readonly unsubscribable: boolean
  /** A mail about an account, whose template opens the back office to who may change it: for owners, and with no address but our own. */
  readonly ownerOnly?: boolean
  /** Turns stored data into what Liquid sees. Pure: equal data gives an equal mail. @throws when a part is missing or data is malformed */
  view(data: Data, parts: MailParts, context: MailContext): MailView
  /** Made-up mails that show every branch; the first is the preview. Templates are checked, pictured and tested with them. */
  readonly samples: readonly MailSample<Data>[]
}

export interface MailSample<Data extends object = object> {
  readonly id: string
  readonly data: Data
  readonly parts: MailParts
  readonly timezone: string
}
