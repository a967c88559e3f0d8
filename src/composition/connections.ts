import {
  askProvider,
  CheckFailed,
  CheckUnpaid,
  type ConnectionService,
  type Connections,
  createConnectionService,
  createConnectionStore,
  createKeyService,
  failureText,
  KeyRefused,
  type KeyService,
  openConnections,
  openMailTransport,
  type OutsideSystem,
  PHOTO_SERVICE,
  type StoredKey,
  WEATHER_PROVIDER,
} from '../features/operations/connections/index.ts'
import {
  createExchange,
  createExchangeStore,
  createPace,
  createResend,
  type Exchange,
  MAIL_SERVICE,
  MailServiceFailure,
} from '../features/subscribers/contact-exchange/index.ts'
import type { Foundation } from './foundation.ts'
import type { MailTransport } from '../platform/mail/transport.ts'
import { type Provider, ProviderFailure, type WeatherCapability } from '../providers/provider.ts'
import { cellOf } from '../domain/cell.ts'

/** What admins have set of the systems outside, as the rest of the service uses it: read at every call, so that it counts at once. */
export interface Links {
  readonly connections: Connections
  readonly weatherKey: () => string | null
  readonly photoKey: () => string | null
  readonly mailServiceKey: () => string | null
  readonly transport: MailTransport
  /** Double opt-in: as the environment decides, or wherever mail leaves this machine. */
  readonly confirmation: () => boolean
}

export async function openLinks({ config, storage, changes, settings, sealing, clock, log, meter }: Foundation): Promise<Links> {
  const connections = await openConnections({
    store: createConnectionStore(storage.database.kysely),
    changes,
    sealing,
    clock,
    onFault: (connection, reason) => log.error({ connection, reason }, 'what is stored of a connection cannot be read'),
  })
  connections.follow(WEATHER_PROVIDER, () => meter.forgetFaults())
  const transport = openMailTransport(connections, { ...config, senderName: () => settings.current().siteName })
  return {
    connections,
    weatherKey: () => connections.key(WEATHER_PROVIDER, config.WEATHER_PROVIDER_API_KEY),
    photoKey: () => connections.key(PHOTO_SERVICE, config.PHOTO_PROVIDER_API_KEY),
    mailServiceKey: () => connections.key(MAIL_SERVICE, config.MAIL_SERVICE_API_KEY),
    transport,
    confirmation: () => config.SUBSCRIPTION_CONFIRMATION ?? transport.kind === 'smtp',
  }
}

/** A provider that an admin may switch off. */
export function switchable<P extends Provider>(provider: P, isEnabled: () => boolean): P {
  const switched = <C extends { configured(): boolean }>(capability: C): C => ({
    ...capability,
    configured: () => isEnabled() && capability.configured(),
  })
  const { weather, alerts } = provider
  return { ...provider, ...(weather && { weather: switched(weather) }), ...(alerts && { alerts: switched(alerts) }) }
}

/** The back office of the systems outside. */
export interface ConnectionAdmin {
  readonly connections: ConnectionService
  readonly weatherKey: KeyService
  readonly emailKey: KeyService
  readonly exchange: Exchange
  readonly secretFault: string | null
}

export interface ConnectionAdminParts {
  readonly foundation: Foundation
  readonly links: Links
  /** Every system outside: see `src/composition/systems.ts`. */
  readonly systems: readonly OutsideSystem[]
  /** The primary provider's weather with another key than the one in use. */
  readonly weatherWith: (key: string) => WeatherCapability
}

/** Below the five requests a second that Resend allows. */
const MAIL_SERVICE_CALLS_PER_SECOND = 4

export function openMailService({ config, client }: Foundation, key: () => string | null) {
  return createResend({ client, baseUrl: config.MAIL_SERVICE_BASE_URL, key, pace: createPace(MAIL_SERVICE_CALLS_PER_SECOND) })
}

export function openConnectionAdmin({ foundation, links, systems, weatherWith }: ConnectionAdminParts): ConnectionAdmin {
  const { config, storage, clock, keyring, addressHash, onError } = foundation
  const db = storage.database.kysely
  const { connections } = links
  const store = createConnectionStore(db)
  const keyService = (key: StoredKey) => createKeyService({ key, connections, store, clock, onError })
  return {
    connections: createConnectionService({ systems, connections, store, clock, onError }),
    weatherKey: keyService({
      id: WEATHER_PROVIDER,
      fromEnvironment: config.WEATHER_PROVIDER_API_KEY,
      verify: verifyWeatherKey(foundation, weatherWith),
    }),
    emailKey: keyService({
      id: MAIL_SERVICE,
      fromEnvironment: config.MAIL_SERVICE_API_KEY,
      verify: (key, { signal }) => verifyEmailKey(foundation, key, signal),
    }),
    exchange: createExchange({
      store: createExchangeStore(db),
      service: openMailService(foundation, links.mailServiceKey),
      configured: () => links.mailServiceKey() !== null && keyring.fault === null,
      addressHash,
      clock,
      onError,
    }),
    secretFault: keyring.fault,
  }
}

/** A place that every plan has weather for. */
const SOMEWHERE = cellOf(51.48, 0)

function verifyWeatherKey({ meter, clock }: Foundation, weatherWith: ConnectionAdminParts['weatherWith']): StoredKey['verify'] {
  return async (key, occasion) => {
    try {
      await askProvider(meter, occasion, (calls) => weatherWith(key).fetch(SOMEWHERE, ['current'], calls, clock.now()))
      return 'Responding normally'
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const { kind, retryAfterSeconds = 60 } = error
      if (kind === 'refused_key' || kind === 'no_subscription') throw new KeyRefused(failureText(kind), { cause: error })
      throw kind === 'budget_spent' ? new CheckUnpaid(retryAfterSeconds) : new CheckFailed(failureText(kind), { cause: error })
    }
  }
}

async function verifyEmailKey(foundation: Foundation, key: string, signal: AbortSignal): Promise<string> {
  try {
    await openMailService(foundation, () => key).check(signal)
    return 'Responding normally'
  } catch (error) {
    if (!(error instanceof MailServiceFailure)) throw error
    const isRefused = error.kind === 'refused_key' || error.kind === 'restricted_key'
    throw new (isRefused ? KeyRefused : CheckFailed)(error.message, { cause: error })
  }
}
