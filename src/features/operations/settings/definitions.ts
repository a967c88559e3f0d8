import { SECOND_FACTOR_REQUIREMENTS } from '../../../admin/access/index.ts'
import { placeInAddress } from '../../../domain/city-path.ts'
import { DEFAULT_CURRENT_FRESH_SECONDS } from '../../../domain/freshness.ts'
import { deliverableAddress } from '../../../platform/mail/address.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import {
  choice,
  CLIENT_KEY_REQUIREMENTS,
  type ClientKeyRequirement,
  type Definition,
  type EnvironmentDefaults,
  integer,
  line,
  optionalLine,
  REQUEST_LIMITS,
  type RequestLimitName,
  share,
} from './definition.ts'

const MAX_REQUESTS = 999_999_999
export const DEFAULT_SITE_NAME = 'Isobar'

/** Every setting that admins can change at runtime. */
const OWN = {
  weatherProviders: line(500, {
    group: 'Weather',
    default: (environment) => environment.weatherProviders,
    meaning: 'Weather providers in the order in which they are asked, as in WEATHER_PROVIDERS: `openweather,met-norway@nordic`',
  }),
  refreshIntervalMs: integer(MINUTE_MS, DAY_MS, {
    group: 'Weather',
    default: DEFAULT_CURRENT_FRESH_SECONDS * 1_000,
    meaning: 'How long current weather stays fresh, in milliseconds. Requests after that refresh it',
  }),
  upstreamDailyLimit: integer(1, 100_000_000, {
    group: 'Budget',
    default: (environment) => environment.upstreamDailyLimit,
    meaning: 'Calls per day (UTC) for weather to the first provider of WEATHER_PROVIDERS',
  }),
  upstreamMinuteLimit: integer(1, 1_000_000, {
    group: 'Budget',
    default: (environment) => environment.upstreamMinuteLimit,
    meaning: 'Calls per minute for weather to the first provider of WEATHER_PROVIDERS',
  }),
  upstreamWarningShare: share({
    group: 'Budget',
    default: 0.8,
    meaning: 'Share of a limit from which the status is `warning`; must not exceed upstreamSoftBlockShare',
  }),
  upstreamSoftBlockShare: share({
    group: 'Budget',
    default: 0.95,
    meaning: 'Share of a limit from which only requests that someone is waiting for are allowed; refreshes, jobs and prefetching stop',
  }),
  clientCallsPerMinute: integer(0, MAX_REQUESTS, {
    group: 'Budget',
    default: (environment, { perMinute }) => environment.clientCallsPerMinute(perMinute),
    meaning: 'Weather calls to each provider that one client address may cause per minute; 0: no limit. Default: a third of its limit',
  }),
  clientCallsPerDay: integer(0, MAX_REQUESTS, {
    group: 'Budget',
    default: (environment, { perDay }) => environment.clientCallsPerDay(perDay),
    meaning: 'Weather calls to each provider that one client address may cause per day; 0: no limit. Default: a tenth of its limit',
  }),
  alertBudgetShare: share({
    group: 'Jobs',
    default: 0.4,
    meaning: 'Share of the daily budget that jobs may use, spread over the day',
  }),
  digestHourUtc: integer(0, 23, {
    group: 'Jobs',
    default: 6,
    meaning: 'Hour of the day (UTC) at which digests are sent, if the internal scheduler is on',
  }),
  alertEveryMinutes: choice([5, 10, 15, 20, 30], {
    group: 'Jobs',
    default: 15,
    meaning: 'Minutes between two alert checks, if the internal scheduler is on',
  }),
  backupsKept: integer(0, 366, {
    group: 'Operations',
    default: (environment) => environment.backupsKept,
    meaning: 'Daily backups to keep in BACKUP_DIR; 0: none are made by schedule. Default: 7 with the embedded database, else 0',
  }),
  backupHourUtc: integer(0, 23, {
    group: 'Operations',
    default: 3,
    meaning: 'Hour of the day (UTC) at which the backup is made, if the internal scheduler is on',
  }),
  noticeAddresses: optionalLine(1_000, {
    group: 'Operations',
    meaning: 'Email addresses, separated by commas, that are told when the service is in trouble, and when that is over',
  }),
  noticeAfterMinutes: integer(1, 1_440, {
    group: 'Operations',
    default: 10,
    meaning: 'Minutes that a trouble must last before operators are told',
  }),
  mailPerSecond: integer(1, 1_000, {
    group: 'Email',
    // A common initial limit is 14 mails a second per account (Amazon SES).
    default: 14,
    meaning: 'Maximum emails per second that each node hands to the mail server',
  }),
  normalsPerDay: integer(0, 10_000, {
    group: 'Budget',
    default: 8,
    meaning:
      'Places per day (UTC) whose 30-year normals are fetched, those asked for most first; 0: normals are neither fetched nor shown. Each counts as 235 calls to Open-Meteo, once',
  }),
  retentionDays: integer(7, 3_660, {
    group: 'Retention',
    default: 400,
    meaning: 'Days to keep observations and forecasts. Lowering it permanently deletes older data within hours',
  }),
  callRetentionDays: integer(7, 3_660, {
    group: 'Retention',
    default: 90,
    meaning: 'Days to keep single provider calls. Hourly and daily totals are kept separately',
  }),
  analyticsEventsPerDay: integer(1_000, 100_000_000, {
    group: 'Retention',
    default: 200_000,
    meaning:
      'Page views and other events each node accepts per day (UTC); one client address may send at most a hundredth. A hundred thousand events take about 20 MB for two days',
  }),
  siteName: line(60, { group: 'Site', default: DEFAULT_SITE_NAME, meaning: 'Name of the site in pages and emails' }),
  operatorName: optionalLine(200, { group: 'Site', meaning: 'Operator of the site, as named in the default texts' }),
  operatorContact: optionalLine(200, {
    group: 'Site',
    meaning: 'Contact of the operator: an email address, a URL or a phone number',
  }),
  frontPlace: optionalLine(120, {
    group: 'Site',
    meaning:
      'Place on the front page for visitors whose own is unknown, as in its address: `berlin-52.52,13.41`. Default: the one searched for most',
  }),
  firstSteps: choice(['shown', 'hidden'], {
    group: 'Site',
    default: 'shown',
    meaning: 'Whether the dashboard leads owners through the first steps: `shown` or `hidden`',
  }),
  embeds: choice(['on', 'off'], {
    group: 'Site',
    default: 'on',
    meaning:
      'Whether other sites may show a place’s weather in a frame: `on` or `off`. Frames that exist then say that there is nothing to show',
  }),
  secondFactorRequiredFor: choice(SECOND_FACTOR_REQUIREMENTS, {
    group: 'Accounts',
    default: 'nobody',
    meaning:
      'Who must use two-factor authentication: `owners`, `editors` and owners, or `everyone`. Those who do not yet can sign in only to set it up. Set it up for yourself first',
  }),
  clientKeys: choice<ClientKeyRequirement>(CLIENT_KEY_REQUIREMENTS, {
    group: 'Request limits',
    default: (environment) => environment.clientKeys,
    meaning: 'Whether API requests need a client key: `optional`, or `required` of all but the pages of this site',
  }),
} as const

type RequestLimitSetting = `${RequestLimitName}RequestsPerMinute`

/** The setting for a request limit. */
export function requestLimitSetting(name: RequestLimitName): RequestLimitSetting {
  return `${name}RequestsPerMinute`
}

const LIMITS = Object.fromEntries(
  REQUEST_LIMITS.map((name) => [
    requestLimitSetting(name),
    integer(0, MAX_REQUESTS, {
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

/** The addresses of `noticeAddresses`. */
export function addressesIn(text: string | null): string[] {
  return (text ?? '').split(',').flatMap((each) => each.trim() || [])
}

/**
 * Conflicts between values that are each within their bounds, by the setting to change. A list of providers is checked when it changes: one that
 * names a provider of a former release must not keep all other settings from being saved.
 */
export function conflictsIn(
  { upstreamWarningShare, upstreamSoftBlockShare, weatherProviders, noticeAddresses, frontPlace }: SettingValues,
  before: SettingValues,
  environment: EnvironmentDefaults,
): { path: SettingName; message: string }[] {
  const fault = weatherProviders === before.weatherProviders ? null : environment.weatherProvidersFault(weatherProviders)
  const wrong = (noticeAddresses === before.noticeAddresses ? [] : addressesIn(noticeAddresses)).find(
    (each) => deliverableAddress(each) === null,
  )
  const message = `must not exceed the share from which calls are held back (${upstreamSoftBlockShare})`
  return [
    ...(upstreamWarningShare <= upstreamSoftBlockShare ? [] : [{ path: 'upstreamWarningShare' as const, message }]),
    ...(fault === null ? [] : [{ path: 'weatherProviders' as const, message: fault }]),
    ...(frontPlace === null || placeInAddress(frontPlace) !== null
      ? []
      : [{ path: 'frontPlace' as const, message: 'must end in coordinates, as in `berlin-52.52,13.41`' }]),
    ...(wrong === undefined ? [] : [{ path: 'noticeAddresses' as const, message: `has an address that cannot be used: ${wrong}` }]),
  ]
}
