import type { SourceName } from './agreement.ts'
import type { Match } from './decision.ts'
import type { PlaceState } from './place-state.ts'
import type { Recipient } from './subscriber.ts'

/** The ways to notify somebody other than by mail, as the results of the job count their messages. */
export type ChannelName = 'webhooks' | 'pushes'

/** One way to notify: it lists who is notified by it, and they take what they are notified of. */
export interface Channel {
  readonly name: ChannelName
  /** The next recipients at a place after the given one, by id; none if there are no more. `now`: epoch milliseconds. */
  list(cell: number, after: string | null, now: number): Promise<readonly ChannelRecipient[]>
}

export interface ChannelRecipient extends Recipient {
  readonly id: string
  /** As whom its notices are stored: no keyed hash of an address looks like it. */
  readonly key: string
  /** Matches that it takes at a time, the most severe; the next run decides on the others. */
  readonly maxMatches: number
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

/** All recipients of a channel at a place, page by page. */
export async function* recipientsAt(channel: Channel, cell: number, now: number): AsyncGenerator<readonly ChannelRecipient[]> {
  let page = await channel.list(cell, null, now)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page
    page = await channel.list(cell, last.id, now)
  }
}
