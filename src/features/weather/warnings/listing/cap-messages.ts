import { isRunningOrComing } from '../../../../domain/alert-state.ts'
import { AppError } from '../../../../errors.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Attribution } from '../../../../providers/provider.ts'
import { simulatedCredit } from '../../place-weather/index.ts'
import type { WarningFeed } from '../feed.ts'
import { timesOf } from '../stored-warning.ts'
import { capOf } from './cap-document.ts'
import { allowsRepublishing } from './license.ts'
import type { ListingStore } from './listing-store.ts'

export interface CapMessagesOptions {
  readonly feeds: () => readonly WarningFeed[]
  readonly store: Pick<ListingStore, 'find' | 'findShapes'>
  readonly clock: Clock
}

/** Warnings as documents of the Common Alerting Protocol. */
export function createCapMessages({ feeds, store, clock }: CapMessagesOptions) {
  return {
    /**
     * The warning of this id as XML, published by `sender` (a domain name), and the credit of its feed.
     * @throws AppError not_found, gone if it is over, forbidden if its licence does not allow it
     */
    async message(id: string, sender: string): Promise<{ readonly xml: string; readonly credit: Attribution }> {
      const [, name = '', number = ''] = /^(.+)-(\d{1,15})$/.exec(id) ?? []
      const feed = feeds().find((each) => each.id === name && each.capability.configured())
      const row = feed === undefined ? undefined : await store.find(name, Number(number))
      if (feed === undefined || row === undefined) throw new AppError('not_found', 'No such warning.')
      const { name: publisher, license, url } = feed.attribution
      if (!allowsRepublishing(license))
        throw new AppError('forbidden', `The licence of ${publisher} (${license}) does not allow it. See ${url}`)
      const { message, simulated, state } = row
      if (state !== 'running' || !isRunningOrComing(timesOf(message), clock.now()))
        throw new AppError('gone', 'This warning is over, or another has replaced it.')
      const shapes = await store.findShapes(message.areas.flatMap(({ shape }) => shape ?? []))
      const credit = simulated ? simulatedCredit(feed.attribution) : feed.attribution
      return { xml: capOf({ id, feed: feed.id, message, shapes, simulated, credit, sender }), credit }
    },
  }
}

export type CapMessages = ReturnType<typeof createCapMessages>
