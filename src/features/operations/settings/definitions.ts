import { DEFAULT_CURRENT_FRESH_SECONDS, parsePlaceAddress } from '@isobar/weather'
import { SECOND_FACTOR_REQUIREMENTS } from '../../../admin/access/index.ts'
import { toDeliverableAddress } from '../../../platform/mail/address.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import {
  defineChoice,
  CLIENT_KEY_REQUIREMENTS,
  type ClientKeyRequirement,
  type Definition,
  type EnvironmentDefaults,
  defineInteger,
  defineLine,
  defineOptionalInteger,
  defineOptionalLine,
  REQUEST_LIMITS,
  type RequestLimitName,
  defineShare,
} from './definition.ts'

const MAX_REQUESTS = 999_999_999
const AD_ID_LENGTH = 40
/** Says of a placement that it has no slot, although the environment names one. */
const NO_AD_SLOT = 'none'
export const DEFAULT_SITE_NAME = 'Isobar'

/** Every setting that admins can change at runtime. */
const OWN = {
  weatherProviders: defineLine(500, {
    group: 'Weather',
    default: (environment) => environment.weatherProviders,
    meaning: 'Weather providers in the order in which they are asked, as in WEATHER_PROVIDERS: `openweather,met-norway@nordic`',
  }),
  refreshIntervalMs: defineInteger(MINUTE_MS, DAY_MS, {
    group: 'Weather',
    default: DEFAULT_CURRENT_FRESH_SECONDS * 1_000,
    meaning: 'How long current weather stays fresh, in milliseconds. Requests after that refresh it',
  }),
  blend: defineChoice(['auto', 'on', 'off'], {
    group: 'Weather',
    default: 'auto',
    meaning:
      'Whether forecast temperatures and chances of rain are blended from all sources at hand, corrected by what each is usually wrong by: `auto`: at places where that is proved to be better, each by itself, `on`: wherever it has been learned, `off`: nowhere',
  }),
  blendPlaces: defineOptionalLine(2_000, {
    group: 'Weather',
    meaning: 'Places at which that is otherwise, as in `berlin-52.52,13.41=on 60.39,5.32=off`',
  }),
  upstreamWarningShare: defineShare({
    group: 'Budget',
    default: 0.8,
    meaning: 'Share of a limit from which its status is a warning; must not exceed the share from which calls are held back',
  }),
  upstreamSoftBlockShare: defineShare({
    group: 'Budget',
    default: 0.95,
    meaning: 'Share of a limit from which only requests that someone is waiting for are allowed; refreshes, jobs and prefetching stop',
  }),
  clientCallsPerMinute: defineOptionalInteger(0, MAX_REQUESTS, {
    group: 'Budget',
    default: (environment) => environment.clientCallsPerMinute,
    meaning: 'Weather calls to each provider that one client address may cause per minute; 0: no limit. Empty: a third of its limit',
  }),
  clientCallsPerDay: defineOptionalInteger(0, MAX_REQUESTS, {
    group: 'Budget',
    default: (environment) => environment.clientCallsPerDay,
    meaning: 'Weather calls to each provider that one client address may cause per day; 0: no limit. Empty: a tenth of its limit',
  }),
  alertBudgetShare: defineShare({
    group: 'Jobs',
    default: 0.4,
    meaning: 'Share of the daily budget that jobs may use, spread over the day',
  }),
  digestHourUtc: defineInteger(0, 23, {
    group: 'Jobs',
    default: 6,
    meaning: 'Hour of the day (UTC) at which digests are sent, if the internal scheduler is on',
  }),
  alertEveryMinutes: defineChoice([5, 10, 15, 20, 30], {
    group: 'Jobs',
    default: 15,
    meaning: 'Minutes between two alert checks, if the internal scheduler is on',
  }),
  backupsKept: defineInteger(0, 366, {
    group: 'Operations',
    default: (environment) => environment.backupsKept,
    meaning: 'Daily backups to keep in BACKUP_DIR; 0: none are made by schedule. Default: 7 with the embedded database, else 0',
  }),
  backupHourUtc: defineInteger(0, 23, {
    group: 'Operations',
    default: 3,
    meaning: 'Hour of the day (UTC) at which the backup is made, if the internal scheduler is on',
  }),
  noticeAddresses: defineOptionalLine(1_000, {
    group: 'Operations',
    meaning:
      'Email addresses, separated by commas, that are told when the service is in trouble, and when that is over; `none`: nobody. Default: the owners',
  }),
  noticeAfterMinutes: defineInteger(1, 1_440, {
    group: 'Operations',
    default: 10,
    meaning: 'Minutes that a trouble must last before operators are told',
  }),
  mailPerSecond: defineInteger(1, 1_000, {
    group: 'Email',
    // A common initial limit is 14 mails a second per account (Amazon SES).
    default: 14,
    meaning: 'Maximum emails per second that each node hands to the mail server',
  }),
  normalsPerDay: defineInteger(0, 10_000, {
    group: 'Budget',
    default: 8,
    meaning:
      'Places per day (UTC) whose 30-year normals are fetched, those asked for most first; 0: normals are neither fetched nor shown. Each counts as 235 calls to Open-Meteo, once',
  }),
  retentionDays: defineInteger(7, 3_660, {
    group: 'Retention',
    default: 400,
    meaning: 'Days to keep observations and forecasts. Lowering it permanently deletes older data within hours',
  }),
  callRetentionDays: defineInteger(7, 3_660, {
    group: 'Retention',
    default: 90,
    meaning: 'Days to keep single provider calls. Hourly and daily totals are kept separately',
  }),
  analyticsEventsPerDay: defineInteger(1_000, 100_000_000, {
    group: 'Retention',
    default: 200_000,
    meaning:
      'Page views and other events each node accepts per day (UTC); one client address may send at most a hundredth. A hundred thousand events take about 20 MB for two days',
  }),
  siteName: defineLine(60, { group: 'Site', default: DEFAULT_SITE_NAME, meaning: 'Name of the site in pages and emails' }),
  operatorName: defineOptionalLine(200, { group: 'Site', meaning: 'Operator of the site, as named in the default texts' }),
  operatorContact: defineOptionalLine(200, {
    group: 'Site',
    meaning: 'Contact of the operator: an email address, a URL or a phone number',
  }),
  frontPlace: defineOptionalLine(120, {
    group: 'Site',
    meaning:
      'Place on the front page for visitors whose own is unknown, as in its address: `berlin-52.52,13.41`. Default: the one searched for most',
  }),
  firstSteps: defineChoice(['shown', 'hidden'], {
    group: 'Site',
    default: 'shown',
    meaning: 'Whether the dashboard leads owners through the first steps: `shown` or `hidden`',
  }),
  embeds: defineChoice(['on', 'off'], {
    group: 'Site',
    default: 'on',
    meaning:
      'Whether other sites may show a place’s weather in a frame: `on` or `off`. Frames that exist then say that there is nothing to show',
  }),
  ads: defineChoice(['on', 'off'], {
    group: 'Ads',
    default: 'on',
    meaning:
      'Whether pages show ads, where a publisher and slots are set: `on` or `off`. Providers whose terms forbid ads are skipped while they do',
  }),
  adClientId: defineOptionalLine(AD_ID_LENGTH, {
    group: 'Ads',
    default: ({ adClientId }) => adClientId,
    meaning: 'Publisher ID of the ad program: `ca-pub-` and 10 to 20 digits. It is also the line in /ads.txt',
  }),
  adSlotDashboard: adSlot('dashboard', 'on the front page, below the saved places'),
  adSlotHero: adSlot('hero', 'on the front page, below the map'),
  adSlotCityDetail: adSlot('city-detail', 'on the page of a place'),
  adSlotRecentChecks: adSlot('recent-checks', 'for API clients; the site shows no ad there'),
  secondFactorRequiredFor: defineChoice(SECOND_FACTOR_REQUIREMENTS, {
    group: 'Accounts',
    default: 'nobody',
    meaning:
      'Who must use two-factor authentication: `owners`, `editors` and owners, or `everyone`. Those who do not yet can sign in only to set it up. Set it up for yourself first',
  }),
  clientKeys: defineChoice<ClientKeyRequirement>(CLIENT_KEY_REQUIREMENTS, {
    group: 'Request limits',
    default: (environment) => environment.clientKeys,
    meaning: 'Whether API requests need a client key: `optional`, or `required` of all but the pages of this site',
  }),
} as const

function adSlot(placement: keyof EnvironmentDefaults['adSlots'], where: string): Definition<string | null> {
  return defineOptionalLine(AD_ID_LENGTH, {
    group: 'Ads',
    default: ({ adSlots }) => adSlots[placement],
    meaning: `Ad slot of the placement \`${placement}\`, ${where}: 4 to 20 digits, or \`${NO_AD_SLOT}\` for no ad there`,
  })
}

type RequestLimitSetting = `${RequestLimitName}RequestsPerMinute`

/** The setting for a request limit. */
export function toRequestLimitSetting(name: RequestLimitName): RequestLimitSetting {
  return `${name}RequestsPerMinute`
}

const LIMITS = Object.fromEntries(
  REQUEST_LIMITS.map((name) => [
    toRequestLimitSetting(name),
    defineInteger(0, MAX_REQUESTS, {
      group: 'Request limits',
      default: (environment) => environment.requestLimits[name],
      meaning: `Requests per minute and client address for the limit \`${name}\`; 0: no limit`,
    }),
  ]),
) as unknown as Readonly<Record<RequestLimitSetting, Definition<number>>>

export const SETTINGS = { ...OWN, ...LIMITS }

export type SettingName = keyof typeof SETTINGS

/** The values in force. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Definition<infer Value> ? Value : never
}

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** The ad slot of a placement; null: none. */
export function findAdSlot(values: SettingValues, placement: keyof EnvironmentDefaults['adSlots']): string | null {
  const slot = values[AD_SLOT_SETTINGS[placement]]
  return slot === NO_AD_SLOT ? null : slot
}

const AD_SLOT_SETTINGS = {
  dashboard: 'adSlotDashboard',
  hero: 'adSlotHero',
  'recent-checks': 'adSlotRecentChecks',
  'city-detail': 'adSlotCityDetail',
} as const

/** Whether pages may show ads. */
export function hasAds({ ads, adClientId }: Pick<SettingValues, 'ads' | 'adClientId'>): boolean {
  return ads === 'on' && adClientId !== null
}

/** The addresses that `noticeAddresses` names; null: none are set, so that the owners are told. */
export function parseNoticeAddresses(text: string | null): string[] | null {
  if (text === null) return null
  return text.trim().toLowerCase() === NOBODY ? [] : text.split(',').flatMap((each) => each.trim() || [])
}

const NOBODY = 'none'

export interface SettingConflict {
  readonly path: SettingName
  readonly message: string
}

/**
 * Conflicts between values that are each within their bounds, by the setting to change. A list of providers is checked when it changes: one that
 * names a provider of a former release must not keep all other settings from being saved.
 */
export function listSettingConflicts(values: SettingValues, before: SettingValues, environment: EnvironmentDefaults): SettingConflict[] {
  const { upstreamWarningShare, upstreamSoftBlockShare, weatherProviders, noticeAddresses, frontPlace, adClientId } = values
  const fault = weatherProviders === before.weatherProviders ? null : environment.weatherProvidersFault(weatherProviders)
  const notified = noticeAddresses === before.noticeAddresses ? [] : (parseNoticeAddresses(noticeAddresses) ?? [])
  const wrong = notified.find((each) => toDeliverableAddress(each) === null)
  const message = `must not exceed the share from which calls are held back (${upstreamSoftBlockShare})`
  return [
    ...(upstreamWarningShare <= upstreamSoftBlockShare ? [] : [{ path: 'upstreamWarningShare' as const, message }]),
    ...(fault === null ? [] : [{ path: 'weatherProviders' as const, message: fault }]),
    ...(frontPlace === null || parsePlaceAddress(frontPlace) !== null
      ? []
      : [{ path: 'frontPlace' as const, message: 'must end in coordinates, as in `berlin-52.52,13.41`' }]),
    ...(adClientId === null || /^ca-pub-\d{10,20}$/.test(adClientId)
      ? []
      : [{ path: 'adClientId' as const, message: 'must be `ca-pub-` and 10 to 20 digits, as in `ca-pub-1234567890123456`' }]),
    ...Object.values(AD_SLOT_SETTINGS)
      .filter((path) => !/^(?:\d{4,20}|none)$/.test(values[path] ?? NO_AD_SLOT))
      .map((path) => ({ path, message: 'must be 4 to 20 digits, or `none`' })),
    ...(wrong === undefined ? [] : [{ path: 'noticeAddresses' as const, message: `has an address that cannot be used: ${wrong}` }]),
  ]
}
