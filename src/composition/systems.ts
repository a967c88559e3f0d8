import type { Config } from '../config/config.ts'
import { type AdProgram, adProgramSystem } from '../features/site/ad-program/index.ts'
import {
  mailTransport,
  nationalFeed,
  type OutsideSystem,
  photoService,
  primaryProvider,
  secondProvider,
} from '../features/operations/connections/index.ts'
import { type Links, openMailService } from './connections.ts'
import { mailService } from '../features/subscribers/contact-exchange/index.ts'
import type { Foundation } from './foundation.ts'
import type { createProviders } from '../providers/index.ts'

export interface SystemParts {
  readonly foundation: Foundation
  readonly links: Links
  readonly providers: ReturnType<typeof createProviders>
  readonly adProgram: AdProgram
}

/** Every system outside, one line each, as the back office lists them. */
export function systemsOf({
  foundation,
  links,
  providers: { primary, second, national },
  adProgram,
}: SystemParts): readonly OutsideSystem[] {
  const { config, settings, meter, client, clock } = foundation
  const { transport, connections, confirmation, weatherKey, photoKey, mailServiceKey } = links
  const { now } = clock
  const service = openMailService(foundation, mailServiceKey)
  return [
    primaryProvider({ weather: primary.weather, meter, now, settings: primarySettings(config), hasKey: () => weatherKey() !== null }),
    secondProvider({ weather: second.weather, meter, now, settings: secondSettings(config), switchedOffBy: () => fallbackOff(config) }),
    nationalFeed({ alerts: national.alerts, meter, settings: () => ({ baseUrl: shown(config.NATIONAL_FEED_BASE_URL) }) }),
    mailTransport({ transport, connections, environment: { ...config, senderName: () => settings.current().siteName }, confirmation }),
    mailService({
      service,
      configured: () => mailServiceKey() !== null,
      settings: () => ({ baseUrl: shown(config.MAIL_SERVICE_BASE_URL) }),
    }),
    photoService({
      client,
      baseUrl: config.PHOTO_PROVIDER_BASE_URL,
      key: photoKey,
      settings: () => ({ baseUrl: shown(config.PHOTO_PROVIDER_BASE_URL) }),
    }),
    adProgramSystem({
      adProgram,
      settings: () => ({ baseUrl: shown(config.AD_PROGRAM_BASE_URL), publisher: config.AD_PROGRAM_CLIENT_ID }),
    }),
  ]
}

function primarySettings(config: Config): OutsideSystem['settings'] {
  return () => ({
    baseUrl: shown(config.WEATHER_PROVIDER_BASE_URL),
    tilesBaseUrl: shown(config.WEATHER_TILES_BASE_URL),
    plan: config.WEATHER_PROVIDER_PLAN,
  })
}

function secondSettings(config: Config): OutsideSystem['settings'] {
  return () => ({ baseUrl: shown(config.SECOND_PROVIDER_BASE_URL), hasKey: config.SECOND_PROVIDER_API_KEY !== null })
}

function fallbackOff({ SECOND_PROVIDER_FALLBACK: isOn }: Config): string | null {
  return isOn
    ? null
    : 'Turned off in the environment: SECOND_PROVIDER_FALLBACK is off, or ads are on without a commercial key (SECOND_PROVIDER_API_KEY)'
}

function shown(url: URL): string {
  return url.href.replace(/\/$/, '')
}
