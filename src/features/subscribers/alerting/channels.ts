import type { Kysely } from 'kysely'
import { type Channel, CHANNEL_NAMES, type ChannelName, type ChannelOptions, type ChannelTables } from './channel.ts'
import { createPushChannel } from './push-channel.ts'
import type { ReadPreferences } from './subscriber.ts'
import { createWebhookChannel } from './webhook-channel.ts'

const CREATE: Readonly<Record<ChannelName, (db: Kysely<ChannelTables>, options: ChannelOptions) => Channel>> = {
  webhooks: createWebhookChannel,
  pushes: createPushChannel,
}

/** Every channel, in the order in which recipients are notified. `wake`: called with the channel after its messages were written. */
export function createChannels(
  db: Kysely<ChannelTables>,
  readPreferences: ReadPreferences,
  wake: (name: ChannelName) => void,
): readonly Channel[] {
  return CHANNEL_NAMES.map((name) => CREATE[name](db, { readPreferences, wake: () => wake(name) }))
}
