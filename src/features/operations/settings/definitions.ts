import { DEFAULT_CURRENT_FRESH_SECONDS } from '../../../domain/freshness.ts'
import { choice, type Definition, integer, line, optionalLine, REQUEST_LIMITS, type RequestLimitName, share } from './definition.ts'

const MAX_REQUESTS = 999_999_999

/** Every setting that admins can change while the service runs, one entry each. */
const OWN = {
  refreshIntervalMs: integer(60_000, 86_400_000, {
    group: 'Weather',
    default: DEFAULT_CURRENT_FRESH_SECONDS * 1_000,
    meaning: 'How long current weather is fresh, in milliseconds: after that a request refreshes it',
  }),
  upstreamDailyLimit: integer(1, 100_000_000, {
    group: 'Budget',
    default: (environment) => environment.upstreamDailyLimit,
    meaning: 'Calls to the primary weather product per day (UTC)',
  }),
  upstreamMinuteLimit: integer(1, 1_000_000, {
    group: 'Budget',
    default: (environment) => environment.upstreamMinuteLimit,
    meaning: 'Calls to the primary weather product per minute',
  }),
  upstreamWarningShare: share({
    group: 'Budget',
    default: 0.8,
    meaning: 'Share of a limit from which its status is `warning`; not above upstreamSoftBlockShare',
  }),
  upstreamSoftBlockShare: share({
    group: 'Budget',
    default: 0.95,
    meaning: 'Share of a limit from which only people waiting for an answer may spend: refreshes, jobs and prefetching stop',
  }),
  clientCallsPerMinute: integer(0, MAX_REQUESTS, {
    group: 'Budget',
    default: (environment, { perMinute }) => environment.clientCallsPerMinute(perMinute),
    meaning: 'Weather calls that the requests of one address may cause per minute; 0: no limit. By default a third of upstreamMinuteLimit',
  }),
  clientCallsPerDay: integer(0, MAX_REQUESTS, {
    group: 'Budget',
    default: (environment, { perDay }) => environment.clientCallsPerDay(perDay),
    meaning: 'Weather calls that the requests of one address may cause per day; 0: no limit. By default a tenth of upstreamDailyLimit',
  }),
  alertBudgetShare: share({
    group: 'Jobs',
    default: 0.4,
    meaning: "Share of a day's budget that the jobs may use, spread over the day",
  }),
  digestHourUtc: integer(0, 23, {
    group: 'Jobs',
    default: 6,
    meaning: 'Hour of the day (UTC) at which the digests are made, where this service runs its jobs itself',
  }),
  alertEveryMinutes: choice([5, 10, 15, 20, 30], {
    group: 'Jobs',
    default: 15,
    meaning: 'Minutes between two looks for alerts, where this service runs its jobs itself',
  }),
  mailPerSecond: integer(1, 1_000, {
    group: 'Mail',
    // The services that senders use most begin with 14 mails a second for an account (Amazon SES).
    default: 14,
    meaning: 'Mails a second that each node hands to the mail server at most',
  }),
  retentionDays: integer(7, 3_660, {
    group: 'Keeping',
    default: 400,
    meaning: 'Days for which observations and forecasts are kept. When it is lowered, what is older is deleted for good within hours',
  }),
  callRetentionDays: integer(7, 3_660, {
    group: 'Keeping',
    default: 90,
    meaning: 'Days for which each single provider call is kept. Sums by hour and by day are kept apart from that',
  }),
  analyticsEventsPerDay: integer(1_000, 100_000_000, {
    group: 'Keeping',
    default: 200_000,
    meaning:
      'Page views and other events that each node takes in a day (UTC), of one address at most a hundredth. A hundred thousand take some 20 MB for two days',
  }),
  siteName: line(60, { group: 'Site', default: 'Isobar', meaning: 'What the site calls itself in pages and mails' }),
  operatorName: optionalLine(200, { group: 'Site', meaning: 'Who runs the site, as the shipped texts name them' }),
  operatorContact: optionalLine(200, {
    group: 'Site',
    meaning: 'How to reach who runs the site: an e-mail address, a URL or a phone number',
  }),
} as const

type RequestLimitSetting = `${RequestLimitName}RequestsPerMinute`

/** The setting of a request limit. */
export function requestLimitSetting(name: RequestLimitName): RequestLimitSetting {
  return `${name}RequestsPerMinute`
}

const LIMITS = Object.fromEntries(
  REQUEST_LIMITS.map((name) => [
    requestLimitSetting(name),
    integer(0, MAX_REQUESTS, {
      group: 'Request limits',
      default: (environment) => environment.requestLimits[name],
      meaning: `Requests of one address per minute under the limit \`${name}\`; 0: no limit`,
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

/** What is wrong with values that are each within their bounds, by the setting to change. */
export function conflictsIn({ upstreamWarningShare, upstreamSoftBlockShare }: SettingValues): { path: SettingName; message: string }[] {
  if (upstreamWarningShare <= upstreamSoftBlockShare) return []
  return [
    { path: 'upstreamWarningShare', message: `must not be above the share from which calls are held back (${upstreamSoftBlockShare})` },
  ]
}
