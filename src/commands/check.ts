import { PROVIDERS } from '@isobar/providers'
import { FORGETFUL, type PaidCalls, type Provider, type ProviderDefinition, ProviderFailure, toVariableName } from '@isobar/providers/port'
import { buildProviderEnvironment, listConfiguredProviders } from '../composition/provider-list.ts'
import { MIGRATIONS } from '../composition/storage.ts'
import type { Config } from '../config/config.ts'
import { describeFailure, listProviderParts } from '../features/operations/connections/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/database.ts'
import { checkEmbedded } from '../platform/db/embedded/check.ts'
import { readMigrations } from '../platform/db/migration-files.ts'
import { listApplied, listPendingMigrations } from '../platform/db/migration-state.ts'
import { createLogger } from '../platform/log.ts'
import { createMailTransport } from '../platform/mail/create-transport.ts'
import { MailFailure } from '../platform/mail/transport.ts'
import { StartupError } from '../platform/startup-error.ts'
import { createUpstreamClient, UpstreamFailure } from '../platform/upstream/client.ts'
import { CLIENT } from './service-api.ts'

/** What was found: in order, something to know, or a fault that the operator can fix. */
interface Finding {
  readonly what: string
  readonly kind: 'ok' | 'note' | 'fault'
  readonly text: string
}

const found = (what: string, kind: Finding['kind'], text: string): Finding => ({ what, kind, text })

/**
 * `check`: prints what a start with this configuration would find, and changes nothing: the database is not migrated, each provider and feed is asked
 * once, the mail server is greeted. What the back office stores, such as keys, is not read.
 * @throws StartupError if there is a fault
 */
export async function checkSetup(config: Config): Promise<void> {
  let faults = 0
  const print = ({ what, kind, text }: Finding): void => {
    if (kind === 'fault') faults += 1
    console.log(`${kind.padEnd(6)} ${what}: ${text}`)
  }
  print(found('configuration', 'ok', 'every variable is valid'))
  for (const notice of config.notices) print(found('configuration', 'note', notice))
  print(await checkDatabase(config))
  for (const each of await checkProviders(config)) print(each)
  print(await checkMail(config))
  if (faults > 0) throw new StartupError(faults === 1 ? 'there is one fault' : `there are ${faults} faults`)
}

async function checkDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<Finding> {
  try {
    if (DATABASE_URL === null) return found('database', 'ok', await checkEmbedded(DATA_DIR))
    const database = await openDatabase({ connection: DATABASE_URL, maxConnections: 1, log: createLogger({ level: 'silent' }) })
    try {
      const { rows } = await database.pool.query<{ server: string; table: string | null; standby: boolean }>(
        "SELECT current_setting('server_version') AS server, to_regclass('schema_migrations') AS table, pg_is_in_recovery() AS standby",
      )
      const [state] = rows
      if (state?.standby === true) return found('database', 'fault', 'the server is a standby, which takes no writes')
      const applied = state === undefined || state.table === null ? [] : await listApplied(database.pool)
      const pending = listPendingMigrations(await readMigrations(MIGRATIONS), applied).length
      const text = pending === 0 ? 'up to date' : `a start would run ${pending} migrations`
      return found('database', 'ok', `PostgreSQL ${state?.server}, ${text}`)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return found('database', 'fault', error.message)
  }
}

/** A provider of the list without its key is a fault only if none can be used: a start skips it, or the back office has its key. */
async function checkProviders(config: Config): Promise<Finding[]> {
  const client = createUpstreamClient({ ...CLIENT, timeoutMs: config.UPSTREAM_TIMEOUT_MS })
  const calls: PaidCalls = {
    get: ({ url, headers = {} }) =>
      client.get(url, { headers }).catch((error: unknown) => {
        if (!(error instanceof UpstreamFailure)) throw error
        throw new ProviderFailure(error.kind === 'aborted' ? 'network' : error.kind, error.message, { cause: error })
      }),
  }
  const listed = listConfiguredProviders(config).map(({ id }) => id)
  try {
    const all = PROVIDERS.map((definition) => openProvider(definition, config))
    const weather = listed.flatMap((id) => all.find(({ provider }) => provider.id === id) ?? [])
    const feeds = all.filter(({ provider }) => provider.warningFeed?.configured() === true)
    const findings = await Promise.all([
      ...weather.map((each) => checkPart(each, 'weather', calls)),
      ...feeds.map((each) => checkPart(each, 'warnings', calls)),
    ])
    const isAnyUsable = findings.slice(0, weather.length).some(({ kind }) => kind === 'ok')
    if (!isAnyUsable)
      findings.push(found('weather', 'fault', 'no provider of WEATHER_PROVIDERS answers. WEATHER_PROVIDERS=open-meteo needs no key'))
    return findings
  } finally {
    await client.close()
  }
}

interface OpenedProvider {
  readonly provider: Provider
  /** Why it cannot be used; null: it can. */
  readonly missing: string | null
}

function openProvider(definition: ProviderDefinition, config: Config): OpenedProvider {
  const key = config.providers[definition.id]?.['apiKey']
  const environment = buildProviderEnvironment(
    definition,
    config,
    () => (typeof key === 'string' ? key : null),
    FORGETFUL,
    () => config.AD_PROGRAM_CLIENT_ID !== null,
  )
  const unset = definition.needs?.find(
    (name) => (name === 'contact' ? environment.context.contact : (environment.settings[name] ?? null)) === null,
  )
  const refusal = definition.refusedBy?.(environment) ?? null
  const variable = unset === 'contact' ? 'UPSTREAM_CONTACT' : unset && toVariableName(definition.id, unset)
  return { provider: definition.open(environment), missing: refusal ?? (variable === undefined ? null : `${variable} is not set`) }
}

async function checkPart({ provider, missing }: OpenedProvider, id: 'weather' | 'warnings', calls: PaidCalls): Promise<Finding> {
  const what = `${id} from ${provider.attribution.name}`
  if (missing !== null) return found(what, 'note', `not used: ${missing}`)
  const now = systemClock.now()
  const parts = listProviderParts(provider, (feed) => feed.read(feed.parts[0] ?? '', null, calls, now))
  try {
    await parts.find((part) => part.id === id)?.check(calls, now)
    return found(what, 'ok', 'it answers')
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return found(what, 'fault', describeFailure(error.kind))
  }
}

async function checkMail(config: Config): Promise<Finding> {
  if (config.SMTP_URL === null)
    return found('mail', 'note', 'there is no SMTP_URL: mails become files in DATA_DIR/mail, unless the back office names a server')
  const transport = createMailTransport(config)
  try {
    await transport.verify()
    return found('mail', 'ok', 'the mail server answers')
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    return found('mail', 'fault', error.message)
  } finally {
    await transport.close()
  }
}
