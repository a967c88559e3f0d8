import { openCapFeed } from '@isobar/providers/cap-feed'
import { openFeedReading } from '../composition/feed-reading.ts'
import { openFoundationFor } from '../composition/foundation.ts'
import { openWeatherGateway } from '../composition/gateway.ts'
import { openProviders } from '../composition/providers.ts'
import type { Config } from '../config/config.ts'
import { openConnections } from '../features/operations/connections/index.ts'
import { openAlerting } from '../features/subscribers/alerting/index.ts'
import { openWarnings } from '../features/weather/warnings/index.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { StartupError } from '../platform/startup-error.ts'
import { toStartupError, EXPLAIN_USAGE, readArguments } from './arguments.ts'

/** An instant with a time zone; without one it would be ambiguous. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** `admin explain-alert`: explains why a weather alert mail was or was not sent. Calls no provider and writes nothing. */
export async function runExplainAlert(config: Config, args: readonly string[]): Promise<void> {
  const { id, at } = parse(args)
  const explainer = await openExplaining(config, { clock: systemClock, log: createLogger({ level: 'warn' }) })
  try {
    console.log(await explainer.explain(id, at))
  } catch (error) {
    throw toStartupError(error)
  } finally {
    await explainer.close()
  }
}

function parse(args: readonly string[]): { readonly id: string; readonly at: number | null } {
  const usage = `usage: ${EXPLAIN_USAGE}`
  const { values, positionals } = readArguments(args, { at: { type: 'string' } }, usage)
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0) throw new StartupError(usage)
  const { at } = values
  if (at === undefined) return { id, at: null }
  const instant = INSTANT.test(at) ? Date.parse(at) : Number.NaN
  if (Number.isNaN(instant)) throw new StartupError(`--at must be a time with a time zone, such as 2026-11-20T06:20Z, not ${at}`)
  return { id, at: instant }
}

/**
 * Opens only what explaining alert mails needs: nothing runs in the background, and nothing is fetched.
 * @throws StartupError when the database or a directory cannot be used
 */
async function openExplaining(config: Config, options: { readonly clock: Clock; readonly log: Logger }) {
  return openFoundationFor(config, options, async (foundation) => {
    const { read: readFeed } = openFeedReading()
    const providers = openProviders(foundation, await openConnections(foundation), readFeed)
    const warnings = await openWarnings(foundation, { feeds: providers.warningFeeds, openCapFeed, readFeed })
    const gateway = openWeatherGateway(foundation, providers, () => undefined, warnings.stored)
    const { explain } = openAlerting(foundation, {
      ...providers,
      gateway,
      takeChanges: warnings.takeChanges,
      wakeMail: () => undefined,
      wakeChannel: () => undefined,
    })
    return { explain, close: () => foundation.close() }
  })
}
