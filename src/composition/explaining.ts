import type { Config } from '../config/config.ts'
import { openConnections } from '../features/operations/connections/index.ts'
import { openAlerting } from '../features/subscribers/alerting/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { openFeedReading } from './feed-reading.ts'
import { onFoundation } from './foundation.ts'
import { openWarnings } from '../features/weather/warnings/index.ts'
import { openWeatherGateway } from './gateway.ts'
import { openCapFeed } from '../providers/cap-feed/index.ts'
import { openProviders } from './providers.ts'

/**
 * Opens only what explaining alert mails needs: nothing runs in the background, and nothing is fetched.
 * @throws StartupError when the database or a directory cannot be used
 */
export async function openExplaining(config: Config, surroundings: { readonly clock: Clock; readonly log: Logger }) {
  return onFoundation(config, surroundings, async (foundation) => {
    const { read: readFeed } = openFeedReading()
    const providers = openProviders(foundation, await openConnections(foundation), readFeed)
    const warnings = await openWarnings(foundation, { feeds: providers.warningFeeds, openCapFeed, readFeed })
    const gateway = openWeatherGateway(foundation, providers, () => undefined, warnings.kept)
    const { explain } = openAlerting(foundation, { ...providers, gateway, takeChanges: warnings.takeChanges, wakeMail: () => undefined })
    return { explain, close: () => foundation.close() }
  })
}
