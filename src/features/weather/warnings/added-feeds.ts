import { type Attribution, type PaidCalls, ProviderFailure, type WarningFeedCapability } from '@isobar/providers/port'
import { AppError } from '../../../errors.ts'
import { type Meter, buildReadingContext } from '../../../gateway/index.ts'
import { createGivenUrls, type GivenUrlOptions } from '../../../platform/upstream/given-url.ts'
import type { ReadFeed } from './feed-reading.ts'
import type { ReadingContent, WarningFeed } from './feed.ts'
import type { GivenSource, SourceStore } from './source-store.ts'

/** Opens a feed of CAP messages by its address. */
export type OpenCapFeed = (options: { readonly id: string; readonly url: URL; readonly attribution: Attribution }) => {
  readonly warningFeed: WarningFeedCapability
}

export interface AddedFeedsOptions extends GivenUrlOptions {
  readonly store: Pick<SourceStore, 'list'>
  readonly openCapFeed: OpenCapFeed
  readonly meter: Pick<Meter, 'run'>
  readonly readFeed: ReadFeed
}

/** The feeds that operators added, as this node reads them. */
export function createAddedFeeds({ store, openCapFeed, meter, readFeed, allowPrivate, lookUp }: AddedFeedsOptions) {
  /** By id and address: a feed may be removed and added again with another address. */
  let opened: ReadonlyMap<string, WarningFeed> = new Map()
  let feeds: readonly WarningFeed[] = []
  const urls = createGivenUrls({ allowPrivate, lookUp })

  function open({ id, name, url, license }: GivenSource): WarningFeed {
    const address = new URL(url)
    const attribution = { name, text: `Warnings by ${name}`, url: address.origin, license }
    const { warningFeed } = openCapFeed({ id, url: address, attribution })
    return {
      id,
      attribution,
      capability: warningFeed,
      // The name may resolve elsewhere since the feed was added, and again between this check and the call.
      async guard(calls): Promise<PaidCalls> {
        if (!(await urls.isAllowed(address))) throw new ProviderFailure('rejected', `${id} leads into a private network`)
        return { get: (request) => calls.get({ ...request, isPublicOnly: !allowPrivate }) }
      },
    }
  }

  return {
    feeds: (): readonly WarningFeed[] => feeds,
    async reread(): Promise<void> {
      const known = opened
      const wanted = (await store.list()).filter(({ isEnabled }) => isEnabled)
      opened = new Map(
        wanted.map((source): [string, WarningFeed] => {
          const key = `${source.id} ${source.url}`
          return [key, known.get(key) ?? open(source)]
        }),
      )
      feeds = [...opened.values()]
    },
    /** @throws AppError invalid_request for an address that may not be read */
    async checkAddress(text: string): Promise<URL> {
      const url = await urls.parse(text)
      if (typeof url === 'string') throw invalidUrl(url)
      return url
    },
    /**
     * Reads a feed once without keeping anything.
     * @throws AppError upstream_error
     */
    async preview(source: GivenSource, now: number): Promise<ReadingContent> {
      const feed = open(source)
      const [part = ''] = feed.capability.parts
      try {
        const reading = await meter.run({ ...buildReadingContext('warnings'), cause: 'admin', purpose: 'probe' }, (calls) =>
          readFeed(feed, { part, state: null, now }, calls),
        )
        if (reading.unchanged) throw new ProviderFailure('invalid_body', 'unchanged without having been read')
        return reading
      } catch (cause) {
        const why = cause instanceof ProviderFailure ? cause.kind : 'invalid_body'
        throw new AppError('upstream_error', `The feed cannot be read: ${why.replaceAll('_', ' ')}.`, { cause })
      }
    },
  }
}

export type AddedFeeds = ReturnType<typeof createAddedFeeds>

function invalidUrl(message: string): AppError {
  return new AppError('invalid_request', 'The address cannot be used.', { details: [{ path: 'url', message }] })
}
