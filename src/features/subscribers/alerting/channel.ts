import type { Kysely } from 'kysely'
import type { ClientKeyTables } from '../../clients/keys/index.ts'
import type { WebhookTables } from '../../clients/webhooks/index.ts'
import type { PushTables } from '../push/index.ts'
import type { Preferences } from '../subscriptions/index.ts'
import type { SourceName } from './agreement.ts'
import type { Match } from './decision.ts'
import { insertNotices, noticeOf } from './notice-store.ts'
import type { PlaceState } from './place-state.ts'
import type { ReadPreferences, Recipient, Wanted } from './subscriber.ts'
import type { AlertingTables } from './tables.ts'

/** The ways to notify somebody other than by mail, as the results of the job count their messages. */
export type ChannelName = 'webhooks' | 'pushes'

/** One way to notify: it lists who is notified by it, and they take what they are notified of. */
export interface Channel {
  readonly name: ChannelName
  /** Matches that a recipient takes at a time, the most severe; the next run decides on the others. */
  readonly maxMatches: number
  /** The next recipients at a place after the given one, by id; none if there are no more. `now`: epoch milliseconds. */
  list(cell: number, after: string | null, now: number): Promise<readonly ChannelRecipient[]>
}

export interface ChannelRecipient extends Recipient {
  readonly id: string
  /** As whom its notices are stored: no keyed hash of an address looks like it. */
  readonly key: string
  /**
   * Writes messages about matches, and their notices as `key`, in one transaction; resolves to the number of messages. Rejects without
   * writing anything when the recipient has been notified of one of the events meanwhile.
   */
  insert(matches: readonly Match[], context: MessageContext): Promise<number>
}

/** What messages are written from. */
export interface MessageContext {
  readonly state: PlaceState
  readonly sourceOf: (id: string) => SourceName
  /** Epoch milliseconds. */
  readonly now: number
}

export type ChannelTables = AlertingTables & WebhookTables & ClientKeyTables & PushTables

export interface ChannelOptions {
  readonly readPreferences: ReadPreferences
  /** Called after messages were written. */
  readonly wake: () => void
}

/** What distinguishes a channel from the others; its recipients are rows of its own table. */
export interface ChannelKind<Row> extends Pick<Channel, 'name' | 'maxMatches'> {
  list(cell: number, after: string | null, limit: number, now: number): Promise<readonly Row[]>
  recipientOf(
    row: Row,
  ): Pick<ChannelRecipient, 'id' | 'key'> & Pick<Wanted, 'frequency' | 'timezone'> & { readonly alertPrefs: Preferences }
  /** Writes messages about matches in the transaction; resolves to their number, none if the recipient is gone. */
  insert(trx: Kysely<ChannelTables>, row: Row, matches: readonly Match[], context: MessageContext): Promise<number>
}

const PAGE = 500

/** A channel over PostgreSQL: messages are written with their notices, in one transaction. */
export function createChannel<Row>(db: Kysely<ChannelTables>, { readPreferences, wake }: ChannelOptions, kind: ChannelKind<Row>): Channel {
  async function insert(row: Row, key: string, matches: readonly Match[], context: MessageContext): Promise<number> {
    const inserted = await db.transaction().execute(async (trx) => {
      const count = await kind.insert(trx, row, matches, context)
      const notices = matches.map((match) => noticeOf(match, key))
      if (count > 0) await insertNotices(trx, notices, context.now)
      return count
    })
    if (inserted > 0) wake()
    return inserted
  }

  return {
    name: kind.name,
    maxMatches: kind.maxMatches,
    async list(cell, after, now) {
      const rows = await kind.list(cell, after, PAGE, now)
      return rows.map((row) => {
        const { id, key, alertPrefs, frequency, timezone } = kind.recipientOf(row)
        const preferences = readPreferences({ alertPrefs, alertOnRain: false, alertOnStorm: false })
        return {
          id,
          key,
          subscriptions: [{ preferences, frequency, timezone }],
          insert: (matches, context) => insert(row, key, matches, context),
        }
      })
    },
  }
}

/** All recipients of a channel at a place, page by page. */
export async function* recipientsAt(channel: Channel, cell: number, now: number): AsyncGenerator<readonly ChannelRecipient[]> {
  let page = await channel.list(cell, null, now)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page
    page = await channel.list(cell, last.id, now)
  }
}
