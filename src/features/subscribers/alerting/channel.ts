import type { RawBuilder } from 'kysely'
import type { Transaction } from '../../../platform/db/queries.ts'
import type { ClientKeyTables } from '../../clients/keys/index.ts'
import type { WebhookTables } from '../../clients/webhooks/index.ts'
import type { PushTables } from '../push/index.ts'
import type { Preferences } from '../subscriptions/index.ts'
import type { SourceName } from './agreement.ts'
import type { Match } from './decision.ts'
import type { PlaceState } from './place-state.ts'
import type { ReadPreferences, Recipient, Wanted } from './subscriber.ts'

/** The ways to notify somebody other than by mail, as the results of the job count their messages. */
export const CHANNEL_NAMES = ['webhooks', 'pushes'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

/** One way to notify: it lists who is notified by it, and they take what they are notified of. */
export interface Channel {
  readonly name: ChannelName
  /** Matches that a recipient takes at a time, the most severe; the next run decides on the others. */
  readonly maxMatches: number
  /** The query of the cells where it has recipients, in a column `cell`. `now`: epoch milliseconds. */
  selectCells(now: number): RawBuilder<unknown>
  /** At most `limit` recipients at a place after the given one, by id. `now`: epoch milliseconds. */
  list(cell: number, after: string | null, limit: number, now: number): Promise<readonly ChannelRecipient[]>
  /** Called after messages were written. */
  readonly wake: () => void
}

export interface ChannelRecipient extends Recipient {
  readonly id: string
  /** As whom its notices are stored: no keyed hash of an address looks like it. */
  readonly key: string
  /** Writes messages about matches in the transaction; resolves to their number, none if the recipient is gone. */
  insert(trx: Transaction<ChannelTables>, matches: readonly Match[], context: MessageContext): Promise<number>
}

/** What messages are written from. */
export interface MessageContext {
  readonly state: PlaceState
  readonly sourceOf: (id: string) => SourceName
  /** Epoch milliseconds. */
  readonly now: number
}

export type ChannelTables = WebhookTables & ClientKeyTables & PushTables

export interface ChannelOptions extends Pick<Channel, 'wake'> {
  readonly readPreferences: ReadPreferences
}

const PAGE = 500

/** What a recipient wants at a place. */
export function readAlertPreferences(
  { alert_prefs: alertPrefs, timezone }: { readonly alert_prefs: Preferences; readonly timezone: string },
  frequency: Wanted['frequency'],
  readPreferences: ReadPreferences,
): Wanted {
  return { preferences: readPreferences({ alertPrefs, alertOnRain: false, alertOnStorm: false }), frequency, timezone }
}

/** All recipients of a channel at a place, page by page. */
export async function* readRecipientPages(channel: Channel, cell: number, now: number): AsyncGenerator<readonly ChannelRecipient[]> {
  let page = await channel.list(cell, null, PAGE, now)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page
    page = await channel.list(cell, last.id, PAGE, now)
  }
}
