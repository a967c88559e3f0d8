import { readFileSync } from 'node:fs'
import type { Attribution } from '@isobar/providers/port'
import type { UnitSystem } from '@isobar/weather'
import type { MailWords } from '../catalogue/index.ts'

/** The reader of a mail and the conventions for formatting it. */
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
  /** The unsubscribe page; null in a mail that belongs to no subscription. */
  readonly unsubscribe: string | null
  readonly preferences: string | null
  /** `/weather/{name}-{lat},{lon}`. */
  weather(place: { readonly name: string | null; readonly lat: number; readonly lon: number }): string
  /** Any other path: `/api/alerts/…`. Parameters are encoded. */
  page(path: string, parameters?: Readonly<Record<string, string>>): string
  /** Like `page`, for a link that grants access to anyone who has it: templates can use it only as a whole, not inside another URL. */
  secret(path: string, parameters?: Readonly<Record<string, string>>): string
}

/**
 * The Liquid variables of one mail, besides those of the frame (`FrameView`): strings ready to be shown (escaped on output), numbers for
 * layout, lists and objects of them.
 */
export interface MailView {
  /** The preview line that a mailbox shows beside the subject. */
  readonly preheader: string
  /** Why this address gets the mail; in the footer. */
  readonly reason: string
  /** Credits of the data shown, with their licences; in the footer. */
  readonly credits: readonly Attribution[]
  /** Whether the frame says that the data is made up. */
  readonly simulated: boolean
  /** The sentence that names the zone of the mail's times; null if it has none. */
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

/** Picks the three sources. */
export function pickMailSources({ subject, mjml, text }: MailSources) {
  return { subject, mjml, text }
}

/** One kind of mail. It belongs to the feature that sends it (`src/features/<feature>/emails/<id>/`) and is listed in `src/composition/mails.ts`. */
export interface MailTemplate<Data extends object = object> extends MailSources {
  readonly id: string
  /** One English sentence for the administrator. */
  readonly description: string
  /** True for mails of a subscription, which must have `unsubscribe`. */
  readonly unsubscribable: boolean
  /**
   * A mail about an account. Editing its template could give access to the back office: only owners may, and only our own URLs are allowed.
   */
  readonly ownerOnly?: boolean
  /**
   * Turns stored data into the Liquid variables. Pure: equal data gives an equal mail. @throws when a part is missing or data is malformed
   */
  view(data: Data, parts: MailParts, context: MailContext): MailView
  /** Made-up mails that cover every branch; the first is the preview. Templates are checked, illustrated and tested with them. */
  readonly samples: readonly MailSample<Data>[]
}

export interface MailSample<Data extends object = object> {
  readonly id: string
  readonly data: Data
  readonly parts: MailParts
  readonly timezone: string
}

export type MailPart = 'subject' | 'mjml' | 'text'

/** A fault in a template, with the line (from 1) in one of its sources. */
export interface TemplateFault {
  readonly part: MailPart
  readonly line: number
  readonly message: string
}

/** A template that cannot be compiled or rendered. */
export class TemplateError extends Error {
  readonly faults: readonly TemplateFault[]

  constructor(faults: readonly TemplateFault[], cause?: unknown) {
    super(faults.map(({ part, line, message }) => `${part}, line ${line}: ${message}`).join('\n'), { cause })
    this.name = 'TemplateError'
    this.faults = faults
  }
}

/** The shipped sources of a mail: `subject.txt`, `template.mjml` and `template.txt` next to the module with that URL. */
export function readMailSources(moduleUrl: string): MailSources {
  const read = (file: string): string => readFileSync(new URL(file, moduleUrl), 'utf8')
  return { subject: read('subject.txt'), mjml: read('template.mjml'), text: read('template.txt') }
}
