/* Made from docs/openapi.json by `npm run generate`. */

import type { PublicPaths } from '../../../packages/client/src/api.ts'

export interface AcceptInviteRequest {
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
password: string
/**
 * Name shown in lists and emails
 */
displayName?: string
}

export interface AdEarnings {
range: ("7d" | "30d" | "mtd")
/**
 * First day
 */
from: string
/**
 * Last day; days follow the time zone of the account
 */
to: string
connection: AdProgramConnection
/**
 * ISO 4217
 */
currency: (string | null)
totals: AdEarningsTotals
/**
 * In order; days without data are omitted
 */
days: AdEarningsDay[]
/**
 * At most 250, highest earnings first
 */
slots: AdEarningsSlot[]
/**
 * At most 250, highest earnings first
 */
countries: AdEarningsCountry[]
}

export interface AdEarningsCountry {
/**
 * ISO 3166 alpha-2, or `unknown`
 */
country: string
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}

export interface AdEarningsDay {
date: string
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}

export interface AdEarningsSlot {
/**
 * `unknown`: no slot
 */
slotId: string
/**
 * Placement of the slot; null: none on this site
 */
placement: (string | null)
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}

export interface AdEarningsTotals {
/**
 * Estimated, in `currency`
 */
earnings: number
pageViews: number
adRequests: number
impressions: number
clicks: number
}

export interface AdPlacement {
placement: ("dashboard" | "hero" | "recent-checks" | "city-detail")
/**
 * Whether a publisher and a slot are configured
 */
enabled: boolean
/**
 * The publisher, `ca-pub-…`; null until configured
 */
clientId: (string | null)
/**
 * Omitted if the placement has no slot
 */
slotId?: string
/**
 * Format of the ad unit
 */
format: ("horizontal" | "rectangle")
/**
 * Whether the visitor must consent before the script is loaded
 */
consentRequired: boolean
}

export interface AdProgramConnection {
/**
 * disabled: switched off in the back office; disconnected: access was never granted or was revoked (see problem)
 */
status: ("not_configured" | "disabled" | "disconnected" | "connected")
/**
 * The account of the ad program
 */
account: (string | null)
/**
 * When access was granted
 */
connectedAt: (string | null)
/**
 * Who granted access
 */
connectedBy: (string | null)
/**
 * Time of the last sync; null: never
 */
syncedAt: (string | null)
/**
 * The age of the figures
 */
ageSeconds: (number | null)
/**
 * Whether the figures are older than an hour or missing
 */
stale: boolean
/**
 * Whether a sync is running
 */
syncing: boolean
/**
 * Why the last sync failed; null: it succeeded
 */
problem: (AdProgramConnectionProblem | null)
/**
 * Whether the figures come from a simulator
 */
simulated: boolean
}

export interface AdProgramConnectionProblem {
/**
 * What went wrong
 */
code: ("revoked" | "refused_client" | "forbidden" | "quota" | "unavailable" | "unusable" | "unreadable")
/**
 * The same as text
 */
message: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * When the next automatic retry is due; it runs when the report is requested
 */
retryAt: (string | null)
}

export interface AddPasskeyRequest {
/**
 * Name of the passkey
 */
name: string
registration: AddPasskeyRequestRegistration
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

export interface AddPasskeyRequestRegistration {
/**
 * Base64url
 */
id: string
/**
 * Base64url
 */
clientDataJSON: string
/**
 * Base64url
 */
attestationObject: string
transports: string[]
}

/**
 * Added; the codes are shown once
 */
export interface AddPasskeyResponse {
passkey: Passkey
/**
 * If it is the first second factor of the account: each works once, with the password, if the passkey is lost
 */
recoveryCodes: string[]
}

export interface AddWarningFeedRequest {
/**
 * Name of the issuer
 */
name: string
/**
 * Address of an RSS or Atom index of CAP 1.2 messages, or of a message
 */
url: string
/**
 * Licence, shown as the credit
 */
license?: string
}

/**
 * The feed
 */
export interface AddWarningFeedResponse {
id: string
}

export interface AdminAccount {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
status: ("active" | "invited" | "disabled")
disabled: boolean
/**
 * Whether two-factor authentication is on
 */
totp: boolean
/**
 * Number of passkeys
 */
passkeys: number
lastLoginAt: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
version: number
}

export interface AdminAccounts {
items: AdminAccount[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface AdminSession {
id: string
/**
 * Whether it is the session of this request
 */
current: boolean
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Last use, to the minute
 */
lastSeenAt: string
/**
 * When it ends if it is not used again
 */
expiresAt: string
/**
 * User agent of the browser
 */
userAgent: (string | null)
/**
 * Country where it started, ISO 3166 alpha-2
 */
country: (string | null)
}

export interface AdminSessions {
items: AdminSession[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface AdminUser {
id: string
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
}

export interface AdsConfig {
/**
 * Whether pages load the ad script
 */
scriptEnabled: boolean
/**
 * The publisher, `ca-pub-…`; null until configured
 */
clientId: (string | null)
/**
 * Whether the visitor must consent before the script is loaded
 */
consentRequired: boolean
}

export interface Analytics {
items: AnalyticsRollUp[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
/**
 * By event type, over the period
 */
totals?: AnalyticsTotal[]
/**
 * By hour or day
 */
series?: AnalyticsSeriesPoint[]
/**
 * The 10 most frequent values of each dimension, for the requested event type, by default page views
 */
top?: AnalyticsTop[]
/**
 * Web vitals
 */
vitals?: AnalyticsVital[]
}

export interface AnalyticsEvent {
/**
 * Event type. `search`: a search without a result, whose `text` is stored only if five visitors of a day typed it
 */
type: ("pageview" | "engagement" | "scroll" | "ad_view" | "vitals" | "search")
/**
 * Path of the page. Query and fragment are removed; at most 256 characters are kept.
 */
path: string
/**
 * Referrer; only the host of another site is kept
 */
referrer?: string
/**
 * Event name, such as the web vital
 */
name?: string
/**
 * Value: seconds, percent, or in the unit of the web vital
 */
value?: number
/**
 * The text of the search
 */
text?: string
/**
 * The ad slot that was viewed
 */
slotId?: string
}

export interface AnalyticsEvents {
events: AnalyticsEvent[]
}

export interface AnalyticsRollUp {
/**
 * Start of the hour or day, UTC
 */
startsAt: string
/**
 * Event type
 */
type: string
/**
 * Event name, such as the web vital; empty: none
 */
name: string
/**
 * Those ending in _path: by day, the pages that such visits read; value and path are separated by U+001F
 */
dimension: ("all" | "path" | "referrer" | "slot" | "device" | "browser" | "country" | "referrer_path" | "device_path" | "browser_path" | "country_path")
/**
 * Value of the dimension; `(other)`: all beyond the most frequent
 */
key: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
/**
 * 75th percentile of the values
 */
valueP75: (number | null)
}

export interface AnalyticsSeriesPoint {
/**
 * ISO 8601, UTC
 */
startsAt: string
type: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
}

/**
 * Page views up to about a second ago
 */
export interface AnalyticsToday {
/**
 * ISO 8601, UTC
 */
at: string
/**
 * The last five minutes
 */
live: AnalyticsTodayLive
/**
 * Since midnight, UTC
 */
today: AnalyticsTodayLive
/**
 * The day before, up to the same time
 */
yesterday: AnalyticsTodayLive
hours: AnalyticsTodayHour[]
/**
 * The last hour
 */
minutes: AnalyticsTodayMinute[]
/**
 * The ten most frequent values today; `entry`: the first page of each visitor
 */
top: AnalyticsTodayTop[]
}

export interface AnalyticsTodayHour {
/**
 * ISO 8601, UTC
 */
startsAt: string
/**
 * Null: yet to come
 */
views: (number | null)
yesterday: number
}

/**
 * The last five minutes
 */
export interface AnalyticsTodayLive {
views: number
visitors: number
}

export interface AnalyticsTodayMinute {
/**
 * ISO 8601, UTC
 */
startsAt: string
views: number
}

export interface AnalyticsTodayTop {
dimension: ("path" | "referrer" | "country" | "device" | "browser" | "entry")
key: string
views: number
}

export interface AnalyticsTop {
dimension: string
key: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
}

export interface AnalyticsTotal {
type: string
events: number
/**
 * Unique per hour or day; summed over several
 */
visitors: number
/**
 * Sum of the event values, if any
 */
valueSum: (number | null)
}

export interface AnalyticsVital {
name: string
events: number
/**
 * Weighted mean of the 75th percentiles
 */
p75: (number | null)
}

export interface AuditEntries {
items: AuditEntry[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
/**
 * All values that occur, regardless of filters
 */
kinds?: AuditEntriesKinds
}

/**
 * All values that occur, regardless of filters
 */
export interface AuditEntriesKinds {
actions: string[]
objectTypes: string[]
}

export interface AuditEntry {
id: string
/**
 * ISO 8601, UTC
 */
at: string
/**
 * User; null for the command line and the development bypass
 */
userId: (string | null)
/**
 * Email address at that time, or a placeholder
 */
actor: string
/**
 * Keyed hash of the client address
 */
client: (string | null)
/**
 * Country of the client address, ISO 3166 alpha-2
 */
country: (string | null)
/**
 * Request ID as in the log
 */
requestId: (string | null)
/**
 * The action
 */
action: string
objectType: string
/**
 * ID of the object
 */
objectId: (string | null)
/**
 * Changed values before; secrets are masked
 */
before: ({
[k: string]: unknown | undefined
} | null)
/**
 * Changed values after; secrets are masked
 */
after: ({
[k: string]: unknown | undefined
} | null)
}

/**
 * Under way
 */
export interface BackupStarted {
status: ("started" | "already_running")
}

export interface Backups {
/**
 * BACKUP_DIR
 */
folder: string
/**
 * The host that answers: without a shared folder, each lists its own
 */
node: string
/**
 * Free on the disk of the folder; null: unknown
 */
freeBytes: (number | null)
/**
 * Backups that are kept; 0: none are made by schedule
 */
kept: number
/**
 * Hour of the daily backup
 */
hourUtc: number
/**
 * What is under way, on any node
 */
running: ("backup" | "restore-test")[]
/**
 * The last time that a backup was restored into a database of its own; null: never in 90 days
 */
lastTest: (BackupsLastTest | null)
/**
 * Newest first
 */
items: BackupsItem[]
}

export interface BackupsItem {
/**
 * Name of the file
 */
file: string
bytes: number
/**
 * ISO 8601, UTC
 */
at: string
}

export interface BackupsLastTest {
at: (string | null)
ok: boolean
file: (string | null)
error: (string | null)
/**
 * Rows that were restored
 */
rows: (number | null)
}

/**
 * Options of the WebAuthn API
 */
export interface BeginPasskeyLoginResponse {
challenge: string
timeout?: number
[k: string]: unknown | undefined
}

export interface BeginPasskeyRequest {
password?: string
/**
 * What a passkey answered to the options of `POST /api/auth/passkey/options`
 */
passkey?: LoginByPasskeyRequest
}

/**
 * Setup started; the secret is shown once
 */
export interface BeginTotpResponse {
/**
 * Base32 secret for manual entry
 */
secret: string
/**
 * For a QR code
 */
otpauthUrl: string
/**
 * ISO 8601, UTC
 */
expiresAt: string
}

/**
 * What `PushManager.subscribe()` resolves to, as JSON
 */
export interface BrowserSubscription {
/**
 * https, at a push service that is allowed (PUSH_SERVICES)
 */
endpoint: string
keys: BrowserSubscriptionKeys
}

export interface BrowserSubscriptionKeys {
/**
 * A point on P-256: 65 bytes as base64url
 */
p256dh: string
/**
 * 16 bytes as base64url
 */
auth: string
}

export interface BudgetWindow {
used: number
/**
 * Null: no limit
 */
limit: (number | null)
/**
 * Null: no limit
 */
remaining: (number | null)
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * ISO 8601, UTC
 */
resetsAt: string
}

export interface CallLatency {
medianMs: number
p95Ms: number
}

/**
 * Counted for a week. Opens and clicks are not tracked
 */
export interface CampaignReport {
/**
 * Accepted by the mail server
 */
sent: number
/**
 * Of those sent, not returned
 */
delivered: number
/**
 * Refused by the mail server of the recipient, or of those sent, returned
 */
bounced: number
/**
 * Called spam by their recipients
 */
complained: number
/**
 * Addresses that unsubscribed by a link in an email within a week
 */
unsubscribed: number
/**
 * Out of retries, or not rendered
 */
failed: number
/**
 * Not sent: the address is suppressed
 */
suppressed: number
/**
 * Withdrawn or expired
 */
dropped: number
}

export interface ChangePasswordRequest {
currentPassword: string
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
newPassword: string
/**
 * Two-factor code or recovery code, if two-factor authentication is on
 */
totp?: string
/**
 * What a passkey answered to the options of `POST /api/auth/passkey/options`
 */
passkey?: LoginByPasskeyRequest
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

/**
 * Changed
 */
export interface ChangePasswordResponse {
changed: true
}

export interface ChangedConfig {
/**
 * Current values
 */
settings: ConfigSettings
/**
 * Default values
 */
defaults: ConfigSettings
/**
 * Settings that are stored here, even if with their defaults
 */
set: string[]
/**
 * Bounds and meaning by setting
 */
bounds: {
[k: string]: ConfigBounds | undefined
}
/**
 * Environment variables the service was started with
 */
environment: {
[k: string]: ConfigEnvironment | undefined
}
/**
 * Incremented by every change; 0: never changed
 */
version: number
/**
 * Time of the last change
 */
updatedAt: (string | null)
/**
 * Unknown fields of the body, at most 20
 */
ignored: string[]
}

export interface CheckedHour {
/**
 * Start of the hour, UTC
 */
hour: string
/**
 * Of the place, or of the centre of its cell while it has no name
 */
lat: number
lon: number
/**
 * Null until the place has been found by name
 */
name: (string | null)
/**
 * ISO 3166 alpha-2
 */
country: (string | null)
/**
 * State or region, if known
 */
state: (string | null)
/**
 * Name with what distinguishes it from places of the same name
 */
label: (string | null)
/**
 * Largest known town nearby, if the place has no name
 */
near: (string | null)
/**
 * At most one per client
 */
searches: number
}

export interface CheckedHours {
items: CheckedHour[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
totals?: CheckedHoursTotals
/**
 * By UTC day, the last 30; empty days are omitted
 */
series?: CheckedHoursSeriesPoint[]
}

export interface CheckedHoursSeriesPoint {
day: string
/**
 * Searches
 */
searches: number
/**
 * Distinct places
 */
places: number
}

export interface CheckedHoursTotals {
/**
 * All searches of the last 30 days
 */
searches: number
/**
 * Searched for in the last 30 days
 */
places: number
}

export interface CheckedLocation {
/**
 * Of the place, or of the centre of its cell while it has no name
 */
lat: number
lon: number
/**
 * Null until the place has been found by name
 */
name: (string | null)
/**
 * ISO 3166 alpha-2
 */
country: (string | null)
/**
 * State or region, if known
 */
state: (string | null)
/**
 * Name with what distinguishes it from places of the same name
 */
label: (string | null)
/**
 * Largest known town nearby, if the place has no name
 */
near: (string | null)
/**
 * Searches of the last 30 days
 */
searchCount: number
/**
 * Null: not in the last 30 days
 */
lastCheckedAt: (string | null)
/**
 * Open reports of inaccurate data
 */
openReports: number
/**
 * All reports of inaccurate data
 */
reports: number
}

export interface CheckedLocations {
items: CheckedLocation[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
totals?: CheckedLocationsTotals
}

export interface CheckedLocationsTotals {
/**
 * Searched for in the last 30 days
 */
places: number
/**
 * Searches for these places
 */
searches: number
/**
 * With reports of inaccurate data
 */
reportedPlaces: number
/**
 * Open reports
 */
openReports: number
}

export interface ClientKey {
id: string
/**
 * Its first characters
 */
start: string
/**
 * Whose it is, or what for
 */
name: string
/**
 * What it permits; `compatible`: all of the OpenWeather- and Open-Meteo-compatible APIs
 */
scopes: ("weather" | "history" | "batch" | "compatible" | "geocode" | "tiles" | "webhooks")[]
/**
 * Origins from which browsers may send it; empty: it may be sent from anywhere
 */
origins: string[]
/**
 * Requests per minute; null: no limit
 */
perMinute: (number | null)
/**
 * Requests per UTC day; null: no limit
 */
perDay: (number | null)
/**
 * Requests per calendar month (UTC); null: no limit
 */
perMonth: (number | null)
/**
 * Null: it does not expire
 */
expiresAt: (string | null)
/**
 * Refused for now
 */
disabled: boolean
state: ("active" | "disabled" | "expired" | "revoked")
/**
 * Requests answered on this UTC day
 */
today: number
/**
 * Requests answered in this calendar month
 */
month: number
/**
 * Time of the last request
 */
lastUsedAt: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
rotatedAt: (string | null)
/**
 * Until when the secret before the last rotation is valid
 */
formerUntil: (string | null)
revokedAt: (string | null)
/**
 * The version you read; an outdated one is rejected
 */
version: number
}

/**
 * Its requests
 */
export interface ClientKeyUsage {
/**
 * UTC days, oldest first
 */
days: ClientKeysDay[]
/**
 * Those that were used
 */
scopes: ClientKeyUsageScope[]
}

export interface ClientKeyUsageScope {
scope: ("weather" | "history" | "batch" | "compatible" | "geocode" | "tiles" | "webhooks")
/**
 * Answered
 */
requests: number
/**
 * Refused, for whatever reason
 */
refused: number
}

export interface ClientKeys {
items: ClientKey[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
/**
 * UTC days, oldest first
 */
days?: ClientKeysDay[]
}

export interface ClientKeysDay {
day: string
/**
 * Answered
 */
requests: number
/**
 * Refused, for whatever reason
 */
refused: number
}

/**
 * One event, or up to 50
 */
export type CollectAnalyticsRequest = (AnalyticsEvent | AnalyticsEvents)

/**
 * Accepted; written within a second
 */
export interface CollectAnalyticsResponse {
accepted: number
rejected: number
}

export interface CompareCmsTextsResponse {
/**
 * Unified diff
 */
diff: string
}

/**
 * Accepted; emails are being queued
 */
export interface ComposeMailResponse {
message: ComposedMessage
}

export interface ComposedMail {
/**
 * A single address, instead of audience
 */
to?: string
audience?: MessageAudience
/**
 * When to send it, at most 60 days ahead
 */
sendAt?: SendAt
/**
 * The draft that this was; it is deleted
 */
draft?: string
subject: string
/**
 * Markdown
 */
body: string
}

export interface ComposedMessage {
id: string
/**
 * Null for messages to a single address
 */
subject: (string | null)
/**
 * With types, and type if it is one; empty languages: all; null: a single address
 */
audience: (MessageAudience | null)
/**
 * Emails queued so far
 */
recipients: number
/**
 * scheduled: not begun; enqueuing: emails are still being queued
 */
state: ("scheduled" | "enqueuing" | "enqueued" | "cancelled")
/**
 * When it is or was to be sent; null: at once
 */
sendAt: (string | null)
/**
 * The time zone in which that was chosen
 */
timezone: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
createdBy: string
finishedAt: (string | null)
}

export interface ComposedMessages {
items: ComposedMessage[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface Config {
/**
 * Current values
 */
settings: ConfigSettings
/**
 * Default values
 */
defaults: ConfigSettings
/**
 * Settings that are stored here, even if with their defaults
 */
set: string[]
/**
 * Bounds and meaning by setting
 */
bounds: {
[k: string]: ConfigBounds | undefined
}
/**
 * Environment variables the service was started with
 */
environment: {
[k: string]: ConfigEnvironment | undefined
}
/**
 * Incremented by every change; 0: never changed
 */
version: number
/**
 * Time of the last change
 */
updatedAt: (string | null)
}

export interface ConfigBounds {
/**
 * Group of the setting
 */
group: string
meaning: string
type: ("integer" | "number" | "string")
minimum?: number
maximum?: number
/**
 * Allowed values
 */
choices?: (number | string)[]
/**
 * Characters
 */
maxLength?: number
/**
 * Whether null (not set) is allowed
 */
mayBeNull: boolean
}

export interface ConfigEnvironment {
/**
 * Whether it has a value, from the environment or as a default
 */
configured: boolean
/**
 * Always null for secrets
 */
value: (string | number | boolean | null)
group: string
/**
 * As in docs/configuration.md
 */
meaning: string
}

export interface ConfigPatch {
/**
 * The version you read; an outdated one is rejected
 */
version?: number
weatherProviders?: (string | null)
refreshIntervalMs?: (number | null)
blend?: (("auto" | "on" | "off") | null)
blendPlaces?: ((string | null) | null)
upstreamWarningShare?: (number | null)
upstreamSoftBlockShare?: (number | null)
clientCallsPerMinute?: ((number | null) | null)
clientCallsPerDay?: ((number | null) | null)
alertBudgetShare?: (number | null)
digestHourUtc?: (number | null)
alertEveryMinutes?: ((5 | 10 | 15 | 20 | 30) | null)
backupsKept?: (number | null)
backupHourUtc?: (number | null)
noticeAddresses?: ((string | null) | null)
noticeAfterMinutes?: (number | null)
mailPerSecond?: (number | null)
normalsPerDay?: (number | null)
retentionDays?: (number | null)
callRetentionDays?: (number | null)
analyticsEventsPerDay?: (number | null)
siteName?: (string | null)
operatorName?: ((string | null) | null)
operatorContact?: ((string | null) | null)
frontPlace?: ((string | null) | null)
firstSteps?: (("shown" | "hidden") | null)
embeds?: (("on" | "off") | null)
ads?: (("on" | "off") | null)
adClientId?: ((string | null) | null)
adSlotDashboard?: ((string | null) | null)
adSlotHero?: ((string | null) | null)
adSlotCityDetail?: ((string | null) | null)
adSlotRecentChecks?: ((string | null) | null)
secondFactorRequiredFor?: (("nobody" | "owners" | "editors" | "everyone") | null)
clientKeys?: (("optional" | "required") | null)
weatherRequestsPerMinute?: (number | null)
batchRequestsPerMinute?: (number | null)
geocodeRequestsPerMinute?: (number | null)
historyRequestsPerMinute?: (number | null)
tilesRequestsPerMinute?: (number | null)
alertsRequestsPerMinute?: (number | null)
subscriptionsRequestsPerMinute?: (number | null)
unsubscribeRequestsPerMinute?: (number | null)
regionRequestsPerMinute?: (number | null)
reportRequestsPerMinute?: (number | null)
analyticsRequestsPerMinute?: (number | null)
pagesRequestsPerMinute?: (number | null)
loginRequestsPerMinute?: (number | null)
forgotRequestsPerMinute?: (number | null)
resetRequestsPerMinute?: (number | null)
inviteRequestsPerMinute?: (number | null)
[k: string]: unknown | undefined
}

/**
 * Current values
 */
export interface ConfigSettings {
/**
 * Weather providers in the order in which they are asked, as in WEATHER_PROVIDERS: `openweather,met-norway@nordic`
 */
weatherProviders: string
/**
 * How long current weather stays fresh, in milliseconds. Requests after that refresh it
 */
refreshIntervalMs: number
/**
 * Whether forecast temperatures and chances of rain are blended from all sources at hand, corrected by what each is usually wrong by: `auto`: at places where that is proved to be better, each by itself, `on`: wherever it has been learned, `off`: nowhere
 */
blend: ("auto" | "on" | "off")
/**
 * Places at which that is otherwise, as in `berlin-52.52,13.41=on 60.39,5.32=off`
 */
blendPlaces: (string | null)
/**
 * Share of a limit from which its status is a warning; must not exceed the share from which calls are held back
 */
upstreamWarningShare: number
/**
 * Share of a limit from which only requests that someone is waiting for are allowed; refreshes, jobs and prefetching stop
 */
upstreamSoftBlockShare: number
/**
 * Weather calls to each provider that one client address may cause per minute; 0: no limit. Empty: a third of its limit
 */
clientCallsPerMinute: (number | null)
/**
 * Weather calls to each provider that one client address may cause per day; 0: no limit. Empty: a tenth of its limit
 */
clientCallsPerDay: (number | null)
/**
 * Share of the daily budget that jobs may use, spread over the day
 */
alertBudgetShare: number
/**
 * Hour of the day (UTC) at which digests are sent, if the internal scheduler is on
 */
digestHourUtc: number
/**
 * Minutes between two alert checks, if the internal scheduler is on
 */
alertEveryMinutes: (5 | 10 | 15 | 20 | 30)
/**
 * Daily backups to keep in BACKUP_DIR; 0: none are made by schedule. Default: 7 with the embedded database, else 0
 */
backupsKept: number
/**
 * Hour of the day (UTC) at which the backup is made, if the internal scheduler is on
 */
backupHourUtc: number
/**
 * Email addresses, separated by commas, that are told when the service is in trouble, and when that is over; `none`: nobody. Default: the owners
 */
noticeAddresses: (string | null)
/**
 * Minutes that a trouble must last before operators are told
 */
noticeAfterMinutes: number
/**
 * Maximum emails per second that each node hands to the mail server
 */
mailPerSecond: number
/**
 * Places per day (UTC) whose 30-year normals are fetched, those asked for most first; 0: normals are neither fetched nor shown. Each counts as 235 calls to Open-Meteo, once
 */
normalsPerDay: number
/**
 * Days to keep observations and forecasts. Lowering it permanently deletes older data within hours
 */
retentionDays: number
/**
 * Days to keep single provider calls. Hourly and daily totals are kept separately
 */
callRetentionDays: number
/**
 * Page views and other events each node accepts per day (UTC); one client address may send at most a hundredth. A hundred thousand events take about 20 MB for two days
 */
analyticsEventsPerDay: number
/**
 * Name of the site in pages and emails
 */
siteName: string
/**
 * Operator of the site, as named in the default texts
 */
operatorName: (string | null)
/**
 * Contact of the operator: an email address, a URL or a phone number
 */
operatorContact: (string | null)
/**
 * Place on the front page for visitors whose own is unknown, as in its address: `berlin-52.52,13.41`. Default: the one searched for most
 */
frontPlace: (string | null)
/**
 * Whether the dashboard leads owners through the first steps: `shown` or `hidden`
 */
firstSteps: ("shown" | "hidden")
/**
 * Whether other sites may show a place’s weather in a frame: `on` or `off`. Frames that exist then say that there is nothing to show
 */
embeds: ("on" | "off")
/**
 * Whether pages show ads, where a publisher and slots are set: `on` or `off`. Providers whose terms forbid ads are skipped while they do
 */
ads: ("on" | "off")
/**
 * Publisher ID of the ad program: `ca-pub-` and 10 to 20 digits. It is also the line in /ads.txt
 */
adClientId: (string | null)
/**
 * Ad slot of the placement `dashboard`, on the front page, below the saved places: 4 to 20 digits, or `none` for no ad there
 */
adSlotDashboard: (string | null)
/**
 * Ad slot of the placement `hero`, on the front page, below the map: 4 to 20 digits, or `none` for no ad there
 */
adSlotHero: (string | null)
/**
 * Ad slot of the placement `city-detail`, on the page of a place: 4 to 20 digits, or `none` for no ad there
 */
adSlotCityDetail: (string | null)
/**
 * Ad slot of the placement `recent-checks`, for API clients; the site shows no ad there: 4 to 20 digits, or `none` for no ad there
 */
adSlotRecentChecks: (string | null)
/**
 * Who must use two-factor authentication: `owners`, `editors` and owners, or `everyone`. Those who do not yet can sign in only to set it up. Set it up for yourself first
 */
secondFactorRequiredFor: ("nobody" | "owners" | "editors" | "everyone")
/**
 * Whether API requests need a client key: `optional`, or `required` of all but the pages of this site
 */
clientKeys: ("optional" | "required")
/**
 * Requests per minute and client address for the limit `weather`; 0: no limit
 */
weatherRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `batch`; 0: no limit
 */
batchRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `geocode`; 0: no limit
 */
geocodeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `history`; 0: no limit
 */
historyRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `tiles`; 0: no limit
 */
tilesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `alerts`; 0: no limit
 */
alertsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `subscriptions`; 0: no limit
 */
subscriptionsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `unsubscribe`; 0: no limit
 */
unsubscribeRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `region`; 0: no limit
 */
regionRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `report`; 0: no limit
 */
reportRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `analytics`; 0: no limit
 */
analyticsRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `pages`; 0: no limit
 */
pagesRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `login`; 0: no limit
 */
loginRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `forgot`; 0: no limit
 */
forgotRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `reset`; 0: no limit
 */
resetRequestsPerMinute: number
/**
 * Requests per minute and client address for the limit `invite`; 0: no limit
 */
inviteRequestsPerMinute: number
}

export interface ConfirmTotpRequest {
/**
 * Six-digit code or recovery code
 */
code: string
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

/**
 * Two-factor authentication is on; the codes are shown once
 */
export interface ConfirmTotpResponse {
/**
 * Each works once, if the device is lost
 */
recoveryCodes: string[]
}

export interface ConfirmationAsked {
/**
 * Masked
 */
email: string
/**
 * Subscriptions awaiting confirmation
 */
waiting: ConfirmationAskedWaiting[]
/**
 * ISO 8601, UTC
 */
expiresAt: string
}

export interface ConfirmationAskedWaiting {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
}

export interface Confirmed {
/**
 * Masked
 */
email: string
/**
 * Subscriptions confirmed now; empty if the link was used before
 */
confirmed: ConfirmationAskedWaiting[]
/**
 * Subscriptions over the limit of the address, which stay unconfirmed
 */
left: ConfirmationAskedWaiting[]
}

export interface CountAudienceRequest {
audience: MessageAudience
}

/**
 * Number of addresses
 */
export interface CountAudienceResponse {
recipients: number
}

export interface CreateAdminUserRequest {
/**
 * Case-insensitive
 */
email: string
/**
 * Name shown in lists and emails
 */
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
password: string
}

/**
 * User created
 */
export interface CreateAdminUserResponse {
user: AdminAccount
}

export interface CreateClientKeyRequest {
/**
 * Whose it is, or what for
 */
name: string
/**
 * What it permits; `compatible`: all of the OpenWeather- and Open-Meteo-compatible APIs
 */
scopes: ("weather" | "history" | "batch" | "compatible" | "geocode" | "tiles" | "webhooks")[]
/**
 * Origins from which browsers may send it; empty: it may be sent from anywhere
 */
origins?: string[]
/**
 * Requests per minute; null: no limit
 */
perMinute?: (number | null)
/**
 * Requests per UTC day; null: no limit
 */
perDay?: (number | null)
/**
 * Requests per calendar month (UTC); null: no limit
 */
perMonth?: (number | null)
/**
 * Null: it does not expire
 */
expiresAt?: (string | null)
}

export interface CreateEmailTemplateRequest {
/**
 * Template ID
 */
id: string
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * MJML body with Liquid
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
}

export interface CreateFirstAccountRequest {
/**
 * Case-insensitive
 */
email: string
/**
 * Name shown in lists and emails
 */
displayName: string
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
password: string
}

export interface CreateMessageDraftRequest {
subject: string
/**
 * Markdown
 */
body: string
/**
 * Null: nobody is chosen yet
 */
audience: (MessageAudience | null)
}

/**
 * Stored
 */
export interface CreateMessageDraftResponse {
draft: WholeMessageDraft
}

/**
 * Existing subscription updated and active
 */
export interface CreateSubscriptionResponse {
subscription: Subscription
/**
 * Unknown keys of alertPrefs that an earlier release stored
 */
ignoredPreferences: string[]
}

/**
 * Deleted
 */
export interface DeleteMessageDraftResponse {
deleted: true
}

/**
 * Number and list of the ended subscriptions
 */
export interface DeleteSubscriptionsResponse {
removed: number
ids: string[]
}

export interface DeliveriesOfWebhooks {
items: DeliveryOfWebhook[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface DeliveryOfWebhook {
webhookId: string
/**
 * The `webhook-id` of every attempt
 */
id: string
type: string
/**
 * dead: refused for good, or given up; may be replayed
 */
state: ("waiting" | "delivered" | "dead")
/**
 * ISO 8601, UTC
 */
createdAt: string
attempts: number
attemptsAllowed: number
/**
 * While waiting
 */
nextAttemptAt: (string | null)
/**
 * Status of the answer to the last attempt; null: there was no answer
 */
lastStatus: (number | null)
/**
 * What went wrong with the last attempt
 */
lastError: (string | null)
/**
 * When it was delivered or given up
 */
settledAt: (string | null)
}

/**
 * Queued again
 */
export interface DeliveryReplayed {
delivery: DeliveryOfWebhook
}

/**
 * Disconnected here, even if the ad program could not be reached
 */
export interface DisconnectAdProgramResponse {
/**
 * Whether there was anything to disconnect
 */
disconnected: boolean
/**
 * Whether the ad program revoked access; false: revoke it in the account itself
 */
revoked: boolean
connection: AdProgramConnection
}

/**
 * Saved; used from the next email on
 */
export interface EmailTemplate {
template: EmailTemplateTemplate
/**
 * The first sample in English; null if the stored template cannot be rendered and the default is used
 */
preview: (RenderedMail | null)
}

export interface EmailTemplateItem {
/**
 * Template ID
 */
id: string
/**
 * What it is used for
 */
description: string
/**
 * Whether it belongs to a subscription
 */
unsubscribable: boolean
/**
 * Account email: only owners can edit and test it, and it may only link to this site
 */
ownerOnly: boolean
/**
 * false: the default is used
 */
edited: boolean
/**
 * Why the default is used although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 for the default
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
}

export interface EmailTemplateTemplate {
/**
 * Template ID
 */
id: string
/**
 * What it is used for
 */
description: string
/**
 * Whether it belongs to a subscription
 */
unsubscribable: boolean
/**
 * Account email: only owners can edit and test it, and it may only link to this site
 */
ownerOnly: boolean
/**
 * false: the default is used
 */
edited: boolean
/**
 * Why the default is used although it was edited
 */
fault: (string | null)
subject: string
/**
 * 0 for the default
 */
version: number
updatedAt: (string | null)
updatedBy: (string | null)
/**
 * Sources in use
 */
sources: EmailTemplateTemplateSources
/**
 * Default sources, restored by a reset
 */
shipped: EmailTemplateTemplateSources
/**
 * Sample emails for the preview; the first is the default
 */
samples: string[]
}

/**
 * Sources in use
 */
export interface EmailTemplateTemplateSources {
subject: string
mjml: string
text: string
}

export interface EmailTemplates {
items: EmailTemplateItem[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

/**
 * Ended
 */
export interface EndSessionsResponse {
/**
 * Number of ended sessions
 */
ended: number
}

export interface ForgotPasswordRequest {
email: string
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

/**
 * Accepted
 */
export interface ForgotPasswordResponse {
accepted: true
}

/**
 * The message with its emails by state
 */
export interface GetComposedMailResponse {
message: ComposedMessage
/**
 * What it says, in Markdown; null once it is deleted, 31 days after it was sent, and for a single address
 */
text: (string | null)
mails: GetComposedMailResponseMails
/**
 * Counted for a week. Opens and clicks are not tracked
 */
report: CampaignReport
}

export interface GetComposedMailResponseMails {
/**
 * Sent
 */
sent: number
/**
 * Rejected, or out of retries
 */
failed: number
/**
 * Not sent: the address is suppressed
 */
suppressed: number
/**
 * Withdrawn or expired
 */
dropped: number
/**
 * Still waiting
 */
waiting: number
}

export interface GetHealthResponse {
status: "ok"
/**
 * Release of the IANA time zone database in use
 */
zoneData: (string | null)
}

/**
 * The invitation is valid
 */
export interface GetInviteResponse {
invite: GetInviteResponseInvite
}

export interface GetInviteResponseInvite {
email: string
displayName: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
/**
 * ISO 8601, UTC
 */
expiresAt: string
}

/**
 * The run with its emails by state
 */
export interface GetJobRunResponse {
run: JobRun
/**
 * Emails of the run by state
 */
mails: GetJobRunResponseMails
}

/**
 * Emails of the run by state
 */
export interface GetJobRunResponseMails {
sent: number
failed: number
suppressed: number
dropped: number
waiting: number
}

/**
 * The account of the session
 */
export interface GetMeResponse {
user: AdminUser
/**
 * Null under the development bypass
 */
sessionId: (string | null)
}

/**
 * The email as its recipient sees it
 */
export interface GetOutboxMessageResponse {
message: StoredMessage
}

export interface GetReadinessResponse {
ready: boolean
/**
 * Each check and whether it passed
 */
checks: {
[k: string]: boolean | undefined
}
}

/**
 * The link is valid
 */
export interface GetSetupLinkResponse {
setup: GetSetupLinkResponseSetup
}

export interface GetSetupLinkResponseSetup {
/**
 * ISO 8601, UTC
 */
expiresAt: string
}

export interface InaccurateReportItem {
id: string
/**
 * ISO 8601, UTC
 */
receivedAt: string
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
scope: ("current" | "hourly" | "daily" | "minutely")
/**
 * What was reported as wrong
 */
field: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
/**
 * Observed value, as sent
 */
observedValue: (number | string | null)
/**
 * Units of that value; null if not given
 */
units: (("metric" | "uk" | "imperial" | "si") | null)
comment: (string | null)
/**
 * Weather shown at the time, in canonical units (°C, m/s, mm, hPa, m)
 */
shown: {
[k: string]: unknown | undefined
}[]
/**
 * open: not handled yet
 */
state: ("open" | "resolved" | "dismissed")
stateChangedAt: (string | null)
version: number
}

export interface InaccurateReports {
items: InaccurateReportItem[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
/**
 * All reports by state, regardless of filters
 */
totals?: InaccurateReportsTotals
/**
 * Reports by UTC day, the last 90 days; empty days are omitted
 */
series?: InaccurateReportsSeriesPoint[]
}

export interface InaccurateReportsSeriesPoint {
day: string
reports: number
}

/**
 * All reports by state, regardless of filters
 */
export interface InaccurateReportsTotals {
open: number
resolved: number
dismissed: number
}

export interface InviteAdminUserRequest {
/**
 * Case-insensitive
 */
email: string
/**
 * Name shown in lists and emails
 */
displayName?: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role: ("viewer" | "editor" | "owner")
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

/**
 * Invited
 */
export interface InviteAdminUserResponse {
user: AdminAccount
invite: InviteAdminUserResponseInvite
}

export interface InviteAdminUserResponseInvite {
/**
 * ISO 8601, UTC
 */
expiresAt: string
/**
 * Only if email is not set up: pass it on yourself; it is shown once
 */
link?: string
}

/**
 * Created
 */
export interface IssuedClientKey {
key: ClientKey
/**
 * The key itself. It is shown once and cannot be read again
 */
secret: string
}

/**
 * The webhook, with its secret
 */
export interface IssuedWebhook {
webhook: Webhook
/**
 * Verifies the signatures (Standard Webhooks). Shown only now
 */
secret: string
}

export interface JobRun {
id: string
job: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync" | "backup" | "restore-test")
/**
 * What started the run
 */
trigger: ("scheduler" | "cron" | "admin" | "warnings")
dryRun: boolean
/**
 * interrupted: its process ended or lost its lock; it resumes shortly
 */
status: ("running" | "completed" | "partial" | "failed" | "interrupted")
/**
 * ISO 8601, UTC
 */
startedAt: string
finishedAt: (string | null)
/**
 * Counts so far, at most a second old
 */
progress: {
[k: string]: number | undefined
}
/**
 * Result
 */
result: ({
[k: string]: unknown | undefined
} | null)
error: (string | null)
}

export interface JobRuns {
items: JobRun[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
/**
 * Real runs by UTC day, the last 30 days; failed: runs that failed fully or partly, or were interrupted
 */
series?: JobRunsSeriesPoint[]
}

export interface JobRunsSeriesPoint {
day: string
job: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync" | "backup" | "restore-test")
runs: number
failed: number
}

/**
 * Running
 */
export interface JobStarted {
/**
 * already_running: `run` is the run in progress
 */
status: ("started" | "already_running")
run: JobRun
/**
 * Dry runs only: the first emails that would be sent, with masked addresses
 */
preview?: JobStartedPreview[]
}

export interface JobStartedPreview {
/**
 * In plain words
 */
summary: string
[k: string]: unknown | undefined
}

export interface LegacySettings {
refreshIntervalMs: number
/**
 * ISO 8601, UTC
 */
updatedAt: string
}

/**
 * At most 20, oldest first
 */
export interface ListPasskeysResponse {
items: Passkey[]
}

/**
 * Active subscriptions, newest first
 */
export interface ListSubscriptionsResponse {
/**
 * Active subscriptions, newest first
 */
subscriptions: Subscription[]
}

/**
 * What a passkey answered to the options of `POST /api/auth/passkey/options`
 */
export interface LoginByPasskeyRequest {
/**
 * Base64url
 */
id: string
/**
 * Base64url
 */
clientDataJSON: string
/**
 * Base64url
 */
authenticatorData: string
/**
 * Base64url
 */
signature: string
}

export interface LoginRequest {
email: string
password: string
/**
 * Two-factor code or recovery code, if two-factor authentication is on
 */
totp?: string
}

/**
 * Signed in
 */
export interface LoginResponse {
user: AdminUser
}

/**
 * Signed out
 */
export interface LogoutResponse {
authenticated: boolean
user: (AdminUser | null)
}

export interface MailExchange {
/**
 * `partial`: continues within a minute, or with the next call
 */
status: ("completed" | "partial" | "failed" | "already_running")
/**
 * Current phase
 */
phase: (("suppressions" | "contacts" | "push") | null)
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * Null while running
 */
finishedAt: (string | null)
suppressions: MailExchangeSuppressions
contacts: MailExchangeContacts
/**
 * Reason of the failure
 */
problem: (string | null)
}

export interface MailExchangeContacts {
/**
 * Contacts read from the service
 */
read: number
/**
 * Unsubscribed at the service and now suppressed here
 */
unsubscribed: number
/**
 * Erased here and now deleted there
 */
removed: number
/**
 * Addresses checked here
 */
subscribers: number
/**
 * Sent to the service
 */
pushed: number
/**
 * Rejected by the service
 */
failed: number
}

export interface MailExchangeSuppressions {
/**
 * Read from the service
 */
read: number
/**
 * Added here
 */
added: number
}

/**
 * The explanation
 */
export interface MailExplanation {
/**
 * The subscription; null: none, or it is gone
 */
subscriptionId: (string | null)
placeName: (string | null)
/**
 * Time of the run that decided, or of the question
 */
at: string
/**
 * Whether there is an email, and why
 */
result: string
/**
 * What it follows from, in plain words; without addresses
 */
sections: MailExplanationSection[]
/**
 * The emails of that run, or the latest, newest first
 */
mails: MailExplanationMail[]
}

export interface MailExplanationMail {
id: string
state: string
/**
 * ISO 8601, UTC
 */
createdAt: string
}

export interface MailExplanationSection {
title: string
lines: string[]
}

export interface MailingSummary {
/**
 * ISO 8601, UTC
 */
madeAt: string
subscriptions: MailingSummarySubscriptions
mails: MailingSummaryMails
/**
 * By reason
 */
suppressions: {
[k: string]: number | undefined
}
series: MailingSummarySeries
}

export interface MailingSummaryMails {
/**
 * Of the last 30 days
 */
byState: {
[k: string]: number | undefined
}
/**
 * Of the last 30 days
 */
byKind: {
[k: string]: number | undefined
}
/**
 * In the outbox now
 */
waiting: number
/**
 * How long the oldest due email has been overdue
 */
oldestDueSeconds: number
}

export interface MailingSummarySeries {
subscriptions: MailingSummarySeriesSubscription[]
mails: MailingSummarySeriesMail[]
}

export interface MailingSummarySeriesMail {
day: string
/**
 * Queued on that day
 */
enqueued: number
/**
 * Of these, sent
 */
sent: number
/**
 * Rejected, or out of retries
 */
failed: number
/**
 * Not sent: the address is suppressed
 */
suppressed: number
/**
 * Withdrawn or expired
 */
dropped: number
/**
 * Still waiting
 */
waiting: number
}

export interface MailingSummarySeriesSubscription {
day: string
/**
 * New subscriptions, as far as still stored
 */
created: number
/**
 * Ended
 */
ended: number
}

export interface MailingSummarySubscriptions {
/**
 * Distinct addresses with an active subscription
 */
subscribers: number
/**
 * Active and confirmed
 */
active: number
/**
 * Active, awaiting confirmation
 */
unconfirmed: number
/**
 * Ended within the last 30 days
 */
inactive: number
/**
 * Active and confirmed
 */
byType: {
[k: string]: number | undefined
}
/**
 * Active and confirmed
 */
byFrequency: {
[k: string]: number | undefined
}
/**
 * Active and confirmed, by language without region
 */
byLanguage: {
[k: string]: number | undefined
}
}

export interface MessageAudience {
/**
 * Confirmed subscribers of this
 */
type?: ("newsletter" | "city_weekly" | "city_alerts")
/**
 * Confirmed subscribers of any of these, each address once; instead of type
 */
types?: ("newsletter" | "city_weekly" | "city_alerts")[]
/**
 * Only these languages, without region; default all
 */
languages?: string[]
/**
 * Only addresses with a subscription to a place this near
 */
place?: MessageAudiencePlace
/**
 * Only those who subscribed, confirmed or changed it since this UTC day; reading is not tracked
 */
activeSince?: string
}

/**
 * Only addresses with a subscription to a place this near
 */
export interface MessageAudiencePlace {
name: string
lat: number
lon: number
radiusKm: number
}

export interface MessageDraft {
id: string
subject: string
/**
 * Null: nobody is chosen yet
 */
audience: (MessageAudience | null)
/**
 * ISO 8601, UTC
 */
updatedAt: string
updatedBy: string
version: number
}

export interface MessageDrafts {
items: MessageDraft[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

/**
 * At most 100
 */
export interface MissedSearches {
items: MissedSearchesItem[]
}

export interface MissedSearchesItem {
/**
 * Lower case, without accents
 */
text: string
/**
 * Summed over the days
 */
visitors: number
/**
 * Days on which enough visitors typed it
 */
days: number
lastDay: string
}

export interface NewPushWatch {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * What `PushManager.subscribe()` resolves to, as JSON
 */
subscription: BrowserSubscription
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
/**
 * Name of the place in notifications
 */
name: string
/**
 * At most this often; extreme warnings at once
 */
frequency?: ("immediate" | "hourly" | "daily")
/**
 * What to warn of. A hazard is true, false, or an object with its limits: `rain {minMmPerHour, minProbability}`, `thunderstorm {minProbability}`, `snow {minMm, minProbability}`, `ice {minProbability}`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality {minLevel}`, `pollen {minLevel}`, `marine {minWaveM}`, `forestFire`, `avalanche`, `official` (any official warning). `airQuality` and `marine` without a threshold mean official warnings only. `rain`, `thunderstorm`, `snow` and `ice` may have a `minProbability`, 0 to 1, rounded to twentieths: the chance of precipitation from which on an hour or day of a forecast counts; those whose chance is not stated always do, and official warnings are not affected. Levels are 1 to 4: pollen low, moderate, high (default), very high; air quality European moderate, poor, very poor, extremely poor, or US moderate, unhealthy for sensitive groups, unhealthy, very unhealthy, by the index used at the place. Also: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Any other key is refused with 400 and its path; null removes a key. At most 64 keys and 4,096 characters of JSON
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47; default en
 */
lang?: string
/**
 * Default metric
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * IANA time zone, of quiet hours too; default: that of the place
 */
timezone?: string
}

export interface NewSubscription {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * Case-insensitive; international domains are stored in ASCII
 */
email: string
/**
 * City types require cityLat and cityLon
 */
type: ("newsletter" | "city_weekly" | "city_alerts")
/**
 * Name of the place in emails
 */
cityName?: string
/**
 * Degrees north
 */
cityLat?: number
/**
 * Degrees east
 */
cityLon?: number
/**
 * city_weekly: weekly (default), daily, biweekly, monthly; city_alerts: immediate (default), hourly, daily; newsletter: weekly (default), monthly
 */
frequency?: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
/**
 * Turns the hazard rain on
 */
alertOnRain?: boolean
/**
 * Turns the hazard thunderstorm on
 */
alertOnStorm?: boolean
/**
 * What to warn of. A hazard is true, false, or an object with its limits: `rain {minMmPerHour, minProbability}`, `thunderstorm {minProbability}`, `snow {minMm, minProbability}`, `ice {minProbability}`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality {minLevel}`, `pollen {minLevel}`, `marine {minWaveM}`, `forestFire`, `avalanche`, `official` (any official warning). `airQuality` and `marine` without a threshold mean official warnings only. `rain`, `thunderstorm`, `snow` and `ice` may have a `minProbability`, 0 to 1, rounded to twentieths: the chance of precipitation from which on an hour or day of a forecast counts; those whose chance is not stated always do, and official warnings are not affected. Levels are 1 to 4: pollen low, moderate, high (default), very high; air quality European moderate, poor, very poor, extremely poor, or US moderate, unhealthy for sensitive groups, unhealthy, very unhealthy, by the index used at the place. Also: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Any other key is refused with 400 and its path; null removes a key. At most 64 keys and 4,096 characters of JSON
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47; default en
 */
lang?: string
/**
 * Default metric
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * IANA time zone; default: that of the place
 */
timezone?: string
}

export interface NewWebhook {
/**
 * Where messages are posted to: https, on the public Internet, without a password
 */
url: string
/**
 * Degrees north
 */
lat: number
/**
 * Degrees east
 */
lon: number
/**
 * Your name for the place, which messages repeat
 */
name?: string
/**
 * What to warn of. A hazard is true, false, or an object with its limits: `rain {minMmPerHour, minProbability}`, `thunderstorm {minProbability}`, `snow {minMm, minProbability}`, `ice {minProbability}`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality {minLevel}`, `pollen {minLevel}`, `marine {minWaveM}`, `forestFire`, `avalanche`, `official` (any official warning). `airQuality` and `marine` without a threshold mean official warnings only. `rain`, `thunderstorm`, `snow` and `ice` may have a `minProbability`, 0 to 1, rounded to twentieths: the chance of precipitation from which on an hour or day of a forecast counts; those whose chance is not stated always do, and official warnings are not affected. Levels are 1 to 4: pollen low, moderate, high (default), very high; air quality European moderate, poor, very poor, extremely poor, or US moderate, unhealthy for sensitive groups, unhealthy, very unhealthy, by the index used at the place. Also: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Any other key is refused with 400 and its path; null removes a key. At most 64 keys and 4,096 characters of JSON. The same as of a subscription
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47: the language of official texts where there is a choice; default en
 */
lang?: string
/**
 * IANA time zone of quiet hours; default: that of the place
 */
timezone?: string
}

export interface NoticeTest {
by: ("mail" | "webhook")
}

export interface Notices {
/**
 * Who is notified by mail: the setting noticeAddresses, or else the owners
 */
addresses: string[]
/**
 * Whether they are the owners, because none are set
 */
areOwners: boolean
/**
 * How long a trouble must last: the setting noticeAfterMinutes
 */
afterMinutes: number
/**
 * Null: none is set
 */
webhook: (NoticesWebhook | null)
/**
 * Of a webhook that was just set, for checking its signatures; never shown again
 */
secret?: string
}

export interface NoticesWebhook {
/**
 * Its origin only for those who may not change it
 */
url: string
/**
 * False: its receiver is gone, or refused everything for days
 */
isOn: boolean
/**
 * ISO 8601, UTC
 */
updatedAt: string
}

/**
 * For each block asked for, `hourly` and `hourly_units`; columns by variable
 */
export interface OpenMeteoAnswer {
/**
 * Of the grid cell
 */
latitude: number
longitude: number
/**
 * Metres: as asked, of the source, or of the towns near by
 */
elevation: number
/**
 * Of all places but the first
 */
location_id?: number
/**
 * Always 0: an answer is made once and sent many times
 */
generationtime_ms: number
/**
 * Now; it holds for all times of the answer
 */
utc_offset_seconds: number
timezone: string
timezone_abbreviation: string
[k: string]: unknown | undefined
}

/**
 * A height for each place
 */
export interface OpenMeteoElevation {
/**
 * Items: Metres
 */
elevation: number[]
}

export type OpenMeteoForecastResponse = (OpenMeteoAnswer | OpenMeteoAnswer[])

export interface OpenMeteoPlace {
/**
 * GeoNames' id, if it is a town, country or area that the gazetteer knows
 */
id: number
name: string
latitude: number
longitude: number
/**
 * Metres
 */
elevation?: number
/**
 * GeoNames' code of what it is, such as `PPLC`, `AIRP` or `ISL`
 */
feature_code?: string
/**
 * ISO 3166 alpha-2
 */
country_code: string
/**
 * GeoNames' id of the state or region
 */
admin1_id?: number
timezone: string
population?: number
/**
 * GeoNames' id of the country
 */
country_id?: number
country?: string
/**
 * State or region
 */
admin1?: string
}

/**
 * The places, best first
 */
export interface OpenMeteoPlaces {
results?: OpenMeteoPlace[]
/**
 * Always 0
 */
generationtime_ms: number
}

export interface OpenWeatherAir {
main: OpenWeatherAirIndex
/**
 * µg/m³
 */
components: OpenWeatherAirComponents
/**
 * Start of the hour; Unix seconds
 */
dt: number
}

/**
 * µg/m³
 */
export interface OpenWeatherAirComponents {
co?: number
no2?: number
o3?: number
so2?: number
pm2_5?: number
pm10?: number
}

export interface OpenWeatherAirIndex {
/**
 * OpenWeather’s own scale: 1 good to 5 very poor
 */
aqi: number
}

/**
 * Air pollution
 */
export interface OpenWeatherAirPollution {
coord: OpenWeatherCoordinate
/**
 * Empty without data
 */
list: OpenWeatherAir[]
}

export interface OpenWeatherAlert {
sender_name: string
event: string
/**
 * Start; Unix seconds
 */
start: number
/**
 * Absent if the issuer states none; Unix seconds
 */
end?: number
description: string
tags: string[]
}

export interface OpenWeatherAmount {
/**
 * mm
 */
"3h": number
}

export interface OpenWeatherCity {
/**
 * GeoNames id of the town; 0: unknown
 */
id: number
/**
 * The town asked for or near by; empty: none
 */
name: string
coord: OpenWeatherCoordinate
country: string
population: number
/**
 * Offset in seconds
 */
timezone: number
/**
 * Today; 0 in polar day and night; Unix seconds
 */
sunrise: number
/**
 * As sunrise; Unix seconds
 */
sunset: number
}

export interface OpenWeatherClouds {
/**
 * Percent
 */
all?: number
}

export interface OpenWeatherCondition {
/**
 * Condition id
 */
id: number
main: string
/**
 * In the language of the request
 */
description: string
/**
 * Two digits, and d by day or n by night
 */
icon: string
}

export interface OpenWeatherCoordinate {
lon: number
lat: number
}

export interface OpenWeatherCurrent {
/**
 * When the data is for; Unix seconds
 */
dt: number
/**
 * Absent in polar day and night; Unix seconds
 */
sunrise?: number
/**
 * As sunrise; Unix seconds
 */
sunset?: number
/**
 * In the units of the request
 */
temp: number
/**
 * In the units of the request
 */
feels_like: number
/**
 * hPa at sea level
 */
pressure?: number
/**
 * Percent
 */
humidity?: number
/**
 * In the units of the request
 */
dew_point?: number
uvi?: number
/**
 * Percent
 */
clouds?: number
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * In the units of the request
 */
wind_speed?: number
wind_deg?: number
/**
 * In the units of the request
 */
wind_gust?: number
/**
 * One entry
 */
weather: OpenWeatherCondition[]
rain?: OpenWeatherHourlyAmount
snow?: OpenWeatherHourlyAmount
}

export interface OpenWeatherDailyCity {
/**
 * GeoNames id of the town; 0: unknown
 */
id: number
/**
 * The town asked for or near by; empty: none
 */
name: string
coord: OpenWeatherCoordinate
country: string
population: number
/**
 * Offset in seconds
 */
timezone: number
}

export interface OpenWeatherDailyEntry {
/**
 * Local noon; Unix seconds
 */
dt: number
/**
 * 0 in polar day and night; Unix seconds
 */
sunrise: number
/**
 * As sunrise; Unix seconds
 */
sunset: number
/**
 * In the units of the request
 */
temp: OpenWeatherDayTemperatures
/**
 * In the units of the request
 */
feels_like: OpenWeatherDayFelt
/**
 * hPa at sea level
 */
pressure?: number
/**
 * Percent
 */
humidity?: number
/**
 * One entry
 */
weather: OpenWeatherCondition[]
/**
 * In the units of the request
 */
speed?: number
deg?: number
/**
 * In the units of the request
 */
gust?: number
/**
 * Percent
 */
clouds?: number
/**
 * Probability of precipitation, 0 to 1
 */
pop?: number
/**
 * mm
 */
rain?: number
/**
 * mm of water
 */
snow?: number
}

/**
 * Forecast by days
 */
export interface OpenWeatherDailyForecast {
city: OpenWeatherDailyCity
cod: "200"
/**
 * Always 0
 */
message: number
/**
 * Length of the list
 */
cnt: number
list: OpenWeatherDailyEntry[]
}

export interface OpenWeatherDay {
/**
 * Local noon; Unix seconds
 */
dt: number
/**
 * Absent in polar day and night; Unix seconds
 */
sunrise?: number
/**
 * As sunrise; Unix seconds
 */
sunset?: number
/**
 * 0: the moon does not rise that day; Unix seconds
 */
moonrise?: number
/**
 * 0: the moon does not set that day; Unix seconds
 */
moonset?: number
/**
 * 0 and 1: new moon
 */
moon_phase?: number
summary?: string
/**
 * In the units of the request
 */
temp: OpenWeatherDayTemperatures
/**
 * In the units of the request
 */
feels_like: OpenWeatherDayFelt
/**
 * hPa at sea level
 */
pressure?: number
/**
 * Percent
 */
humidity?: number
/**
 * In the units of the request
 */
dew_point?: number
uvi?: number
/**
 * Percent
 */
clouds?: number
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * In the units of the request
 */
wind_speed?: number
wind_deg?: number
/**
 * In the units of the request
 */
wind_gust?: number
/**
 * One entry
 */
weather: OpenWeatherCondition[]
/**
 * Probability of precipitation, 0 to 1
 */
pop?: number
/**
 * mm
 */
rain?: number
/**
 * mm of water
 */
snow?: number
}

/**
 * In the units of the request
 */
export interface OpenWeatherDayFelt {
day: number
night: number
eve: number
morn: number
}

/**
 * In the units of the request
 */
export interface OpenWeatherDayTemperatures {
min: number
max: number
day: number
night: number
eve: number
morn: number
}

/**
 * Forecast in steps of three hours
 */
export interface OpenWeatherForecast {
cod: "200"
message: 0
/**
 * Length of the list
 */
cnt: number
list: OpenWeatherForecastEntry[]
city: OpenWeatherCity
}

export interface OpenWeatherForecastEntry {
/**
 * The time forecast; Unix seconds
 */
dt: number
main: OpenWeatherMain
/**
 * One entry
 */
weather: OpenWeatherCondition[]
clouds: OpenWeatherClouds
wind: OpenWeatherWind
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * Probability of precipitation, 0 to 1
 */
pop?: number
rain?: OpenWeatherAmount
snow?: OpenWeatherAmount
sys: OpenWeatherPartOfDay
/**
 * UTC
 */
dt_txt: string
}

export interface OpenWeatherFoundTown {
coord: OpenWeatherCoordinate
/**
 * One entry
 */
weather: OpenWeatherCondition[]
main: OpenWeatherMain
wind: OpenWeatherWind
clouds: OpenWeatherClouds
/**
 * When the data is for; Unix seconds
 */
dt: number
/**
 * GeoNames id of the town; 0: unknown
 */
id: number
/**
 * The town asked for or near by; empty: none
 */
name: string
sys: OpenWeatherFoundTownSys
rain: (OpenWeatherFoundTownRain | null)
snow: (OpenWeatherFoundTownRain | null)
}

export interface OpenWeatherFoundTownRain {
/**
 * mm
 */
"1h": number
}

export interface OpenWeatherFoundTownSys {
country: string
}

/**
 * Best first
 */
export type OpenWeatherGeocodeResponse = OpenWeatherPlace[]

/**
 * Current weather of several towns
 */
export interface OpenWeatherGroup {
/**
 * Length of the list
 */
cnt: number
list: OpenWeatherGroupEntry[]
}

export interface OpenWeatherGroupEntry {
coord: OpenWeatherCoordinate
/**
 * One entry
 */
weather: OpenWeatherCondition[]
main: OpenWeatherMain
wind: OpenWeatherWind
clouds: OpenWeatherClouds
/**
 * When the data is for; Unix seconds
 */
dt: number
/**
 * GeoNames id of the town; 0: unknown
 */
id: number
/**
 * The town asked for or near by; empty: none
 */
name: string
/**
 * Metres, at most 10,000
 */
visibility?: number
rain?: OpenWeatherHourlyAmount
snow?: OpenWeatherHourlyAmount
sys: OpenWeatherGroupSys
}

export interface OpenWeatherGroupSys {
country?: string
/**
 * 0 in polar day and night; Unix seconds
 */
sunrise: number
/**
 * As sunrise; Unix seconds
 */
sunset: number
/**
 * Offset in seconds
 */
timezone: number
}

export interface OpenWeatherHour {
/**
 * Start of the hour; Unix seconds
 */
dt: number
/**
 * In the units of the request
 */
temp: number
/**
 * In the units of the request
 */
feels_like: number
/**
 * hPa at sea level
 */
pressure?: number
/**
 * Percent
 */
humidity?: number
/**
 * In the units of the request
 */
dew_point?: number
uvi?: number
/**
 * Percent
 */
clouds?: number
/**
 * Metres, at most 10,000
 */
visibility?: number
/**
 * In the units of the request
 */
wind_speed?: number
wind_deg?: number
/**
 * In the units of the request
 */
wind_gust?: number
/**
 * One entry
 */
weather: OpenWeatherCondition[]
/**
 * Probability of precipitation, 0 to 1
 */
pop?: number
rain?: OpenWeatherHourlyAmount
snow?: OpenWeatherHourlyAmount
}

export interface OpenWeatherHourlyAmount {
/**
 * mm
 */
"1h": number
}

export interface OpenWeatherMain {
/**
 * In the units of the request
 */
temp: number
/**
 * In the units of the request
 */
feels_like: number
/**
 * The same as temp
 */
temp_min: number
/**
 * The same as temp
 */
temp_max: number
/**
 * hPa at sea level
 */
pressure?: number
/**
 * The same
 */
sea_level?: number
/**
 * Percent
 */
humidity?: number
}

export interface OpenWeatherMinute {
/**
 * Start; Unix seconds
 */
dt: number
/**
 * mm/h
 */
precipitation: number
}

/**
 * One Call: now, by minutes, hours and days, and alerts
 */
export interface OpenWeatherOneCall {
lat: number
lon: number
/**
 * IANA name
 */
timezone: string
/**
 * Seconds, now
 */
timezone_offset: number
current?: OpenWeatherCurrent
minutely?: OpenWeatherMinute[]
hourly?: OpenWeatherHour[]
daily?: OpenWeatherDay[]
/**
 * Absent without alerts, and where they are unknown
 */
alerts?: OpenWeatherAlert[]
}

export interface OpenWeatherPartOfDay {
pod: ("d" | "n")
}

export interface OpenWeatherPlace {
name: string
lat: number
lon: number
/**
 * ISO 3166 alpha-2
 */
country: string
state?: string
}

export interface OpenWeatherSys {
country?: string
/**
 * 0 in polar day and night; Unix seconds
 */
sunrise: number
/**
 * As sunrise; Unix seconds
 */
sunset: number
}

/**
 * Current weather of the towns of a name or around a point
 */
export interface OpenWeatherTownMatches {
message: ("accurate" | "like")
cod: "200"
/**
 * Length of the list
 */
count: number
list: OpenWeatherFoundTown[]
}

/**
 * UV index of the days to come
 */
export type OpenWeatherUvForecastResponse = OpenWeatherUvIndex[]

/**
 * UV index of today
 */
export interface OpenWeatherUvIndex {
lat: number
lon: number
/**
 * Noon, UTC
 */
date_iso: string
/**
 * The same; Unix seconds
 */
date: number
/**
 * The highest of the day
 */
value: number
}

/**
 * Current weather
 */
export interface OpenWeatherWeather {
coord: OpenWeatherCoordinate
/**
 * One entry
 */
weather: OpenWeatherCondition[]
/**
 * As OpenWeather always sends
 */
base: "stations"
main: OpenWeatherMain
/**
 * Metres, at most 10,000
 */
visibility?: number
wind: OpenWeatherWind
rain?: OpenWeatherHourlyAmount
snow?: OpenWeatherHourlyAmount
clouds: OpenWeatherClouds
/**
 * When the data is for; Unix seconds
 */
dt: number
sys: OpenWeatherSys
/**
 * Offset in seconds
 */
timezone: number
/**
 * GeoNames id of the town; 0: unknown
 */
id: number
/**
 * The town asked for or near by; empty: none
 */
name: string
cod: 200
}

export interface OpenWeatherWind {
/**
 * In the units of the request
 */
speed?: number
deg?: number
/**
 * In the units of the request
 */
gust?: number
}

/**
 * The place
 */
export interface OpenWeatherZip {
/**
 * As requested
 */
zip: string
name: string
lat: number
lon: number
/**
 * ISO 3166 alpha-2
 */
country: string
}

export interface OutboxMail {
id: string
kind: ("digest" | "alerts" | "confirmation" | "account" | "message")
template: string
/**
 * Masked for viewers
 */
email: string
lang: string
/**
 * failed: permanently rejected, or out of retries; expired: no longer worth sending; withdrawn: the recipient unsubscribed
 */
state: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
attempts: number
attemptsAllowed: number
/**
 * Why no mail is sent at present, for one that waits: what the mail server said, or that it is off
 */
heldBy: (string | null)
/**
 * Last response of the mail server; null for viewers
 */
lastError: (string | null)
/**
 * Job run or message it belongs to
 */
runId: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Next attempt at the earliest, while waiting
 */
nextAttemptAt: (string | null)
/**
 * Not sent after this time
 */
dropAfter: (string | null)
/**
 * When it reached a final state
 */
settledAt: (string | null)
}

/**
 * The email
 */
export interface OutboxMailWithAttempts {
mail: OutboxMail
attempts: OutboxMailWithAttemptsAttempt[]
}

export interface OutboxMailWithAttemptsAttempt {
number: number
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * ISO 8601, UTC
 */
endedAt: string
outcome: ("sent" | "rejected" | "deferred" | "unknown" | "not_rendered")
/**
 * Response of the mail server; null for viewers
 */
response: (string | null)
}

export interface OutboxMails {
items: OutboxMail[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface OutsideSystem {
/**
 * ID of the system
 */
id: string
/**
 * Name of the system, such as that of the provider
 */
name: string
kind: ("weather_provider" | "alert_feed" | "station_source" | "mail_transport" | "mail_service" | "photo_service" | "ad_program" | "webhooks" | "push_service" | "cache")
/**
 * Part of a provider in the weather; null: it delivers none
 */
weather: (WeatherPart | null)
/**
 * What a provider is used for, each with calls of its own
 */
parts: SystemPart[]
/**
 * By what became of its last uses (calls, mails, checks) since the settings changed. `failing`: all recent ones failed; `unknown`: not used for a day, or not since the settings changed
 */
status: ("ok" | "failing" | "unknown" | "not_configured" | "disabled")
/**
 * Whether it is enabled in the back office
 */
enabled: boolean
/**
 * Whether it can be disabled here
 */
canSwitch: boolean
/**
 * Whether it can be checked; the others are known by their use only
 */
canCheck: boolean
/**
 * Time of the last use: a check, a call, a mail
 */
checkedAt: (string | null)
/**
 * Duration of that use; null: not measured
 */
latencyMs: (number | null)
/**
 * Status as text
 */
message: string
/**
 * Current settings, without secrets
 */
settings: {
[k: string]: unknown | undefined
}
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}

export interface OutsideSystems {
items: OutsideSystem[]
total: number
/**
 * Null on the last page
 */
nextCursor: (string | null)
/**
 * Whether ADMIN_SECRET matches the stored secrets
 */
adminSecret: OutsideSystemsAdminSecret
/**
 * SMTP presets of common email services
 */
smtpPresets: SmtpPreset[]
/**
 * Names that the region of a weather provider may consist of, besides codes of countries (ISO 3166), each with its countries
 */
regions: {
[k: string]: string[] | undefined
}
}

/**
 * Whether ADMIN_SECRET matches the stored secrets
 */
export interface OutsideSystemsAdminSecret {
status: ("ok" | "wrong")
message: string
}

export interface Page {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
title: string
/**
 * What visitors see
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * changed: the default text is another one than when the page was edited or last reviewed. unknown: the page was edited before that was recorded.
 */
defaultText: ("current" | "changed" | "unknown")
/**
 * Version to send with the next change; 0: never edited
 */
version: number
publishedAt: (string | null)
updatedAt: (string | null)
updatedBy: (string | null)
draft: (PageRevision | null)
published: (PageRevision | null)
shipped: (PageText | null)
/**
 * Newest first
 */
revisions: {
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
}[]
}

export interface PageChange {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * The version you read
 */
version?: number
/**
 * save (default): create a draft. publish: publish the given text or the draft. unpublish: hide the page. discard: delete the draft. restore: make a revision the draft. reset: return to the default text. review: the page takes the present default text into account.
 */
action?: ("save" | "publish" | "unpublish" | "discard" | "restore" | "reset" | "review")
/**
 * Revision to restore
 */
revision?: number
/**
 * Format of the body
 */
format?: ("markdown" | "html")
/**
 * Heading of the page
 */
title?: string
/**
 * One sentence for search results
 */
description?: string
/**
 * Whether search engines may index it
 */
indexable?: boolean
/**
 * Markdown or HTML; HTML is sanitised when saved
 */
body?: string
}

export interface PageItem {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
title: string
/**
 * What visitors see
 */
status: ("shipped" | "published" | "hidden" | "unpublished")
hasDraft: boolean
/**
 * changed: the default text is another one than when the page was edited or last reviewed. unknown: the page was edited before that was recorded.
 */
defaultText: ("current" | "changed" | "unknown")
/**
 * Version to send with the next change; 0: never edited
 */
version: number
publishedAt: (string | null)
updatedAt: (string | null)
updatedBy: (string | null)
}

export interface PageItems {
items: PageItem[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface PagePreview {
/**
 * Format of the body
 */
format: ("markdown" | "html")
/**
 * Markdown or HTML; HTML is sanitised when saved
 */
body: string
}

export interface PageRevision {
revision: number
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Who saved it
 */
createdBy: string
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
}

export interface PageText {
/**
 * Format of the body
 */
format: ("markdown" | "html")
title: string
description: string
/**
 * Whether search engines may index it
 */
indexable: boolean
body: string
/**
 * Public HTML, sanitised
 */
html: string
}

export interface Pages {
pages: PagesPage[]
}

export interface PagesPage {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
title: string
description: string
/**
 * Path of the page
 */
url: string
publishedAt: (string | null)
}

export interface Passkey {
id: string
name: string
/**
 * Whether it is copied to the user's other devices
 */
synced: boolean
/**
 * ISO 8601, UTC
 */
createdAt: string
lastUsedAt: (string | null)
}

export interface PastTrouble {
id: string
/**
 * What is in trouble, the same from beginning to end
 */
key: string
kind: ("database" | "restored" | "secret" | "source" | "budget" | "mail" | "webhooks" | "job" | "disk" | "backup" | "certificate" | "cache" | "clock")
/**
 * `bad`: people notice, or data may be lost; `notice`: it comes to that unless somebody acts
 */
severity: ("bad" | "notice")
title: string
/**
 * What it means, in plain words
 */
meaning: string
/**
 * What to do
 */
action: string
/**
 * The page of the back office that helps
 */
link: string
/**
 * ISO 8601, UTC
 */
beganAt: string
/**
 * Null: it goes on
 */
endedAt: (string | null)
/**
 * When operators were told; null: it was over before
 */
noticedAt: (string | null)
}

export interface PermitBackupDownloadRequest {
currentPassword: string
/**
 * Two-factor code or recovery code
 */
totp?: string
/**
 * What a passkey answered to the options of `POST /api/auth/passkey/options`
 */
passkey?: LoginByPasskeyRequest
}

/**
 * Permitted
 */
export interface PermitBackupDownloadResponse {
/**
 * For the download, within a minute and in this session
 */
ticket: string
}

export interface Person {
/**
 * Case-insensitive
 */
email: string
}

/**
 * Erased; all 0 if nothing was stored
 */
export interface PersonErased {
erased: PersonErasedErased
}

export interface PersonErasedErased {
/**
 * Subscriptions
 */
subscriptions: number
/**
 * Requested confirmation emails
 */
confirmations: number
/**
 * Emails of the last 30 days, including waiting ones
 */
mails: number
/**
 * Browsers that were notified, with their places
 */
browsers: number
/**
 * Reports of inaccurate data that mentioned the address; their text is deleted
 */
reports: number
/**
 * Emails in `DATA_DIR/mail` of this node, of any age; 0 if a mail server is used
 */
files: number
}

/**
 * The data; lists are empty if nothing is stored
 */
export interface PersonExport {
/**
 * ISO 8601, UTC
 */
exportedAt: string
/**
 * The address as requested
 */
email: string
/**
 * All subscriptions, including ended ones
 */
subscriptions: {
[k: string]: unknown | undefined
}[]
/**
 * Requested confirmation emails
 */
confirmations: {
[k: string]: unknown | undefined
}[]
/**
 * Emails of the last 30 days with server responses; secret links are masked
 */
mails: {
[k: string]: unknown | undefined
}[]
/**
 * Reported bounces of and complaints about emails to the address
 */
bounces: {
[k: string]: unknown | undefined
}[]
/**
 * Suppression of the address
 */
suppression: ({
[k: string]: unknown | undefined
} | null)
/**
 * Last digest of each frequency
 */
digests: {
[k: string]: unknown | undefined
}[]
/**
 * Alerts sent and still stored
 */
alerts: {
[k: string]: unknown | undefined
}[]
/**
 * Places of which browsers that made confirmed subscriptions are notified
 */
notifications: {
[k: string]: unknown | undefined
}[]
/**
 * Reports of inaccurate data that mention the address
 */
reports: {
[k: string]: unknown | undefined
}[]
}

/**
 * The place, and its subscribers
 */
export interface PlaceExplanation {
/**
 * What it follows from, in plain words; without addresses
 */
sections: MailExplanationSection[]
subscriptions: PlaceExplanationSubscription[]
}

export interface PlaceExplanationSubscription {
/**
 * The subscription; null: none, or it is gone
 */
subscriptionId: (string | null)
placeName: (string | null)
/**
 * Time of the run that decided, or of the question
 */
at: string
/**
 * Whether there is an email, and why
 */
result: string
/**
 * What it follows from, in plain words; without addresses
 */
sections: MailExplanationSection[]
/**
 * The emails of that run, or the latest, newest first
 */
mails: MailExplanationMail[]
/**
 * Masked for viewers
 */
email: string
}

export interface PlaceholderBackground {
/**
 * A path on this site for artwork, an https URL for a photo
 */
imageUrl: string
source: ("photo" | "artwork")
width: number
height: number
/**
 * Credit to show with a photo; null for built-in artwork
 */
attribution: (PlaceholderBackgroundAttribution | null)
}

export interface PlaceholderBackgroundAttribution {
text: string
url: string
license: string
}

export interface PreviewCmsPageResponse {
/**
 * Sanitised
 */
html: string
}

export interface PreviewEmailTemplateRequest {
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * MJML body with Liquid
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
/**
 * Sample to use
 */
sample?: string
/**
 * Default en
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * Default metric
 */
units?: ("metric" | "uk" | "imperial" | "si")
}

export interface PreviewMailRequest {
subject: string
/**
 * Markdown
 */
body: string
/**
 * Default en
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * What its readers subscribed to; default newsletter
 */
type?: ("newsletter" | "city_weekly" | "city_alerts")
}

/**
 * The rendered email
 */
export interface PreviewMailResponse {
preview: RenderedMail
}

/**
 * What the feed holds
 */
export interface PreviewOfAWarningFeed {
/**
 * False: something could not be read
 */
complete: boolean
/**
 * Warnings in the feed
 */
total: number
/**
 * Areas of these warnings
 */
areas: number
/**
 * Areas that could not be located; nobody would be warned there
 */
unlocated: number
/**
 * Entries of the last reading that are not warnings, by reason
 */
leftOut: {
[k: string]: number | undefined
}
/**
 * The first 50
 */
warnings: PreviewedWarning[]
}

export interface PreviewWarningFeedRequest {
/**
 * Address of an RSS or Atom index of CAP 1.2 messages, or of a message
 */
url: string
}

export interface PreviewedWarning {
event: string
language: string
severity: (("extreme" | "severe" | "moderate" | "minor") | null)
senderName: (string | null)
/**
 * Up to five names
 */
areas: string[]
/**
 * ISO 8601, UTC
 */
start: string
end: (string | null)
/**
 * True for a message that ends a warning
 */
ended: boolean
}

/**
 * Confirmed
 */
export interface Proof {
/**
 * ISO 8601, UTC
 */
provedUntil: string
}

export interface ProveIdentityRequest {
password?: string
/**
 * Two-factor code or recovery code, if two-factor authentication is on
 */
code?: string
/**
 * What a passkey answered to the options of `POST /api/auth/passkey/options`
 */
passkey?: LoginByPasskeyRequest
}

export interface PublicPage {
/**
 * Name of the page in its URL
 */
slug: string
/**
 * Language of the text
 */
lang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
/**
 * Languages the page is available in
 * 
 * Items: Language of the text
 */
languages: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")[]
title: string
/**
 * One sentence for search results
 */
description: string
/**
 * Sanitised: no scripts, styles, forms, frames or external images
 */
html: string
/**
 * Whether search engines may index it
 */
indexable: boolean
/**
 * Path of the page
 */
url: string
publishedAt: (string | null)
}

export interface PushDevice {
id: string
/**
 * Host of its push service
 */
service: string
/**
 * What it is notified of, oldest first
 */
places: string[]
lang: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * Last delivery, or last time that the browser asked for its places
 */
aliveAt: string
}

/**
 * Forgotten
 */
export interface PushDeviceDeleted {
id: string
}

export interface PushDevices {
items: PushDevice[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface PushExplanation {
/**
 * The place of the browser
 */
id: string
placeName: string
/**
 * Time of the run that decided, or of the question
 */
at: string
/**
 * Whether there is a notification, and why
 */
result: string
/**
 * What it follows from, in plain words; without addresses
 */
sections: MailExplanationSection[]
}

/**
 * Its places, oldest first
 */
export interface PushExplanations {
places: PushExplanation[]
}

/**
 * The key
 */
export interface PushKey {
/**
 * For `applicationServerKey`, as base64url
 */
publicKey: string
}

export interface PushMessage {
id: string
deviceId: string
place: string
title: string
body: string
urgency: ("normal" | "high")
/**
 * failed: refused for good, or out of retries; expired: its event was over; replaced: by a newer one about the same event
 */
state: ("waiting" | "sent" | "failed" | "expired" | "replaced")
attempts: number
lastStatus: (number | null)
lastError: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * While waiting
 */
nextAttemptAt: (string | null)
/**
 * Not sent from then on
 */
expiresAt: string
settledAt: (string | null)
}

export interface PushMessages {
items: PushMessage[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface PushMove {
formerEndpoint: string
/**
 * What `PushManager.subscribe()` resolves to, as JSON
 */
subscription: BrowserSubscription
}

/**
 * Moved
 */
export interface PushMoved {
moved: true
}

export interface PushRemoval {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * Degrees north
 */
lat?: number
/**
 * Degrees east
 */
lon?: number
}

/**
 * Number of places
 */
export interface PushRemoved {
removed: number
}

/**
 * What became of it
 */
export interface PushTest {
/**
 * gone: the push service no longer knows the browser, and neither does this one
 */
outcome: ("sent" | "failed" | "gone")
/**
 * The same in a sentence, in English
 */
message: string
}

export interface PushTestRequest {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
}

export interface PushWatch {
name: string
lat: number
lon: number
/**
 * At most this often; extreme warnings at once
 */
frequency: ("immediate" | "hourly" | "daily")
alertPrefs: {
[k: string]: unknown | undefined
}
timezone: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
}

/**
 * Changed
 */
export interface PushWatchAnswer {
watch: PushWatch
/**
 * Unknown keys of alertPrefs, which are refused: always empty
 */
ignoredPreferences: string[]
}

/**
 * The places
 */
export interface PushWatches {
/**
 * Oldest first
 */
watches: PushWatch[]
}

/**
 * Released
 */
export interface ReleaseRestoredCopyResponse {
/**
 * False: nothing was held
 */
released: boolean
}

export interface RemovePasskeyRequest {
password?: string
/**
 * What a passkey answered to the options of `POST /api/auth/passkey/options`
 */
passkey?: LoginByPasskeyRequest
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

/**
 * Removed
 */
export interface RemovePasskeyResponse {
removed: true
}

export interface RemoveTotpRequest {
/**
 * Six-digit code or recovery code
 */
code?: string
password?: string
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

/**
 * Two-factor authentication is off
 */
export interface RemoveTotpResponse {
totp: false
}

export interface RenamePasskeyRequest {
/**
 * Name of the passkey
 */
name: string
}

/**
 * Renamed
 */
export interface RenamePasskeyResponse {
name: string
}

export interface RenderedMail {
subject: string
html: string
text: string
}

export interface RescheduleMailRequest {
/**
 * When to send it, at most 60 days ahead
 */
sendAt?: SendAt
/**
 * Cancels it; instead of sendAt
 */
cancelled?: true
}

export interface ResetEmailTemplateRequest {
/**
 * The version you read, 0 for the default; an outdated one is rejected
 */
version?: number
}

/**
 * Optional
 */
export type ResetEmailTemplateRequestBody = (ResetEmailTemplateRequest | null)

export interface ResetPasswordRequest {
/**
 * 10 to 200 characters; refused if it is easy to guess
 */
password: string
/**
 * Language of the email: BCP 47, default en
 */
lang?: string
}

/**
 * Queued again
 */
export interface RetryMailResponse {
mail: OutboxMail
}

export interface RotateClientKeyRequest {
/**
 * Hours for which the former secret stays valid; default 24
 */
overlapHours?: number
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

export interface SecretRotation {
/**
 * How long the former secret is used, too; 0: not at all
 */
overlapHours?: number
}

/**
 * When to send it, at most 60 days ahead
 */
export interface SendAt {
/**
 * Date and time there
 */
local: string
/**
 * IANA time zone
 */
timezone: string
}

export interface SendTestMailRequest {
to: string
/**
 * Template; default message
 */
template?: string
/**
 * Default en
 */
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}

/**
 * On their way
 */
export interface SendWaitingMailsResponse {
/**
 * Emails that are due
 */
due: number
}

export interface ServiceFacts {
/**
 * The host that looked
 */
node: string
/**
 * Outside systems that are in use
 */
systems: ServiceFactsSystem[]
budgets: ServiceFactsBudget[]
mail: ServiceFactsMail
webhooks: ServiceFactsWebhooks
jobs: ServiceFactsJob[]
disks: ServiceFactsDisk[]
backups: ServiceFactsBackups
/**
 * Of warning feeds that operators added
 */
certificates: ServiceFactsCertificate[]
}

export interface ServiceFactsBackups {
isScheduled: boolean
lastAt: (string | null)
/**
 * When one was last restored for a test; null: never
 */
testedAt: (string | null)
testIsOk: (boolean | null)
}

export interface ServiceFactsBudget {
/**
 * Its id, as in `systems`
 */
provider: string
source: string
account: string
windowSeconds: number
limit: number
used: number
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * ISO 8601, UTC
 */
resetsAt: string
/**
 * When it is spent at the present pace; null: not before it resets
 */
lastsUntil: (string | null)
}

export interface ServiceFactsCertificate {
feed: string
/**
 * ISO 8601, UTC
 */
endsAt: string
}

export interface ServiceFactsDisk {
folder: string
freeBytes: number
totalBytes: number
}

export interface ServiceFactsJob {
job: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync" | "backup" | "restore-test")
/**
 * Of the last run; null: none in 90 days
 */
status: (("running" | "completed" | "partial" | "failed" | "interrupted") | null)
startedAt: (string | null)
/**
 * A scheduled run did not happen; null: none is due
 */
dueSince: (string | null)
}

export interface ServiceFactsMail {
waiting: number
/**
 * How long the oldest due one has been due; 0: none is
 */
oldestDueSeconds: number
settledToday: number
failedToday: number
}

export interface ServiceFactsSystem {
id: string
name: string
kind: string
status: ("ok" | "failing" | "unknown" | "not_configured" | "disabled")
message: string
checkedAt: (string | null)
latencyMs: (number | null)
/**
 * Among the providers of weather; null: not asked for weather
 */
position: (number | null)
}

export interface ServiceFactsWebhooks {
waiting: number
/**
 * How long the oldest due one has been due; 0: none is
 */
oldestDueSeconds: number
deadToday: number
}

export interface ServiceState {
/**
 * The worst first; empty: all is well
 */
troubles: Trouble[]
/**
 * Null: the service could not be looked at
 */
facts: (ServiceFacts | null)
}

export interface SetNoticeWebhookRequest {
/**
 * Null removes it
 */
url: (string | null)
}

export interface SmtpPreset {
name: string
host: string
port: number
security: ("tls" | "starttls" | "opportunistic" | "none")
}

export interface SourceGain {
/**
 * Provider id
 */
source: string
/**
 * The first of the days (UTC)
 */
firstDay: (string | null)
/**
 * The last of them
 */
lastDay: (string | null)
/**
 * Days with cases
 */
days: number
/**
 * Days that are missing until it can be judged
 */
missingDays: number
/**
 * Places with cases, on the day that had most
 */
places: number
/**
 * Hours that this source and another had forecast, and a station measured, each once in up to six bands of lead time (to 168 h)
 */
cases: number
/**
 * Mean absolute error of the blended temperature, as it was issued, in K. Null while there are too few days
 */
error: (number | null)
/**
 * The same of what the blend would have been without the source, on the same hours
 */
errorWithout: (number | null)
/**
 * How much worse the blend would be; null while there are too few days
 */
worse: (SourceGainWorse | null)
/**
 * Whether the interval excludes 0
 */
isDecided: boolean
}

export interface SourceGainWorse {
/**
 * By what share the error would be larger without it; below 0: smaller
 */
value: number
/**
 * Lower end of its 95 % interval
 */
low: (number | null)
/**
 * Upper end
 */
high: (number | null)
}

export interface SourceGains {
/**
 * Days that count, up to the newest
 */
period: number
/**
 * Whether this is simulated weather
 */
simulated: boolean
/**
 * The source that would be missed most first
 */
items: SourceGain[]
}

export interface SourceUsage {
/**
 * Provider id
 */
id: string
name: string
/**
 * Calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Duration of the calls: half of them, and 95 of 100, took no longer. To within a tenth; null if none is known
 */
latency: (CallLatency | null)
/**
 * Oldest first, without gaps
 */
days: SourceUsageDay[]
products: SourceUsageProduct[]
/**
 * The limits of each account, longest first, and what is used of them now. Accounts without a limit are omitted
 */
budgets: SourceUsageBudget[]
}

export interface SourceUsageBudget {
account: string
/**
 * Products that use it together
 */
products: string[]
windows: SourceUsageBudgetWindow[]
}

export interface SourceUsageBudgetWindow {
/**
 * 60: a minute; 3600: an hour; 86400: a day (UTC); 2678400: a calendar month (UTC)
 */
windowSeconds: number
/**
 * Weighted calls
 */
limit: number
used: number
status: ("ok" | "warning" | "soft_block" | "hard_block")
/**
 * ISO 8601, UTC
 */
resetsAt: string
/**
 * The setting of the provider in /api/admin/connections that changes it
 */
setting: (string | null)
/**
 * The variable of the environment that states it. With neither, the limit is in the terms of the provider
 */
variable: (string | null)
/**
 * Whether it is set in the back office, which goes before the environment
 */
isStored: boolean
}

export interface SourceUsageDay {
day: string
/**
 * Calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Duration of the calls: half of them, and 95 of 100, took no longer. To within a tenth; null if none is known
 */
latency: (CallLatency | null)
/**
 * Calls to the main account, the first of `budgets`, with the weights of the provider: what it may bill. Prices are not known
 */
charged: number
/**
 * Calls to all products, with the weights of their providers: what the day cost. Prices are not known
 */
cost: number
}

export interface SourceUsageProduct {
product: string
/**
 * Calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Duration of the calls: half of them, and 95 of 100, took no longer. To within a tenth; null if none is known
 */
latency: (CallLatency | null)
}

export interface SourcesUsage {
/**
 * First day (UTC)
 */
from: string
/**
 * Last day: today
 */
to: string
/**
 * Over all providers, oldest first, without gaps
 */
days: SourcesUsageDay[]
items: SourceUsage[]
}

export interface SourcesUsageDay {
day: string
/**
 * Calls to all products, with the weights of their providers: what the day cost. Prices are not known
 */
cost: number
}

export interface StartJobRequest {
job: ("weekly-digests" | "weather-alerts")
/**
 * Dry run: only report what would be sent
 */
dryRun?: boolean
}

export interface StoredKey {
/**
 * Whether a key is available
 */
configured: boolean
/**
 * Source of the key; a stored key takes precedence over the environment
 */
source: (("database" | "environment") | null)
/**
 * Its last characters
 */
masked: (string | null)
/**
 * When it was stored
 */
updatedAt: (string | null)
/**
 * Why the stored key cannot be used; the one from the environment is used instead, if there is one
 */
problem: (string | null)
/**
 * Version of the settings; 0: nothing is set
 */
version: number
}

export interface StoredMessage {
subject: string
html: string
text: string
/**
 * When its template was edited after the email was queued; null: it was not
 */
editedAt: (string | null)
}

export interface Subscription {
id: string
clientId: string
/**
 * Masked except in the response to POST
 */
email: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
frequency: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
alertOnRain: boolean
alertOnStorm: boolean
alertPrefs: {
[k: string]: unknown | undefined
}
active: boolean
/**
 * With double opt-in: nothing is sent until confirmed
 */
confirmed?: boolean
lang: string
/**
 * Language of the emails: English if `lang` is not supported
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * Only in the response to POST
 */
unsubscribe_token?: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
}

export interface SubscriptionItem {
id: string
type: ("newsletter" | "city_weekly" | "city_alerts")
cityName: (string | null)
cityLat: (number | null)
cityLon: (number | null)
frequency: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
alertOnRain: boolean
alertOnStorm: boolean
alertPrefs: {
[k: string]: unknown | undefined
}
active: boolean
lang: string
/**
 * Language of the emails: English if `lang` is not supported
 */
mailLang: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
units: ("metric" | "uk" | "imperial" | "si")
timezone: string
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
/**
 * Masked for viewers
 */
email: string
/**
 * Nothing is sent until confirmed
 */
confirmed: boolean
deactivatedAt: (string | null)
/**
 * client: through the API; mail: through a link in an email; admin: in the back office
 */
deactivatedBy: (("client" | "mail" | "admin") | null)
version: number
}

export interface SubscriptionItems {
items: SubscriptionItem[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface SubscriptionPatch {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * ID of a city_alerts subscription
 */
id: string
/**
 * Merged into the stored preferences; null removes a preference
 */
alertPrefs: {
[k: string]: unknown | undefined
}
}

export interface SubscriptionRemoval {
/**
 * A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash
 */
clientId: string
/**
 * Degrees north
 */
cityLat?: number
/**
 * Degrees east
 */
cityLon?: number
/**
 * City types require cityLat and cityLon
 */
types: ("newsletter" | "city_weekly" | "city_alerts")[]
}

export interface Suppression {
/**
 * Keyed hash of the address; the address itself is not stored
 */
addressHash: string
reason: ("hard_bounce" | "complaint" | "manual" | "unsubscribed")
/**
 * ISO 8601, UTC
 */
since: string
note: (string | null)
version: number
}

export interface Suppressions {
items: Suppression[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
/**
 * Totals by reason
 */
totals?: {
[k: string]: number | undefined
}
}

/**
 * Sync completed
 */
export interface SyncAdProgramResponse {
connection: AdProgramConnection
}

export interface SystemPart {
id: ("weather" | "minutes" | "air" | "sea" | "places" | "tiles" | "radar" | "alerts" | "warnings" | "stations")
/**
 * Why it is not in use, as the end of a sentence; null: it is
 */
reason: (string | null)
/**
 * By its latest calls, or the check just made; `unknown`: none for a day
 */
status: ("ok" | "failing" | "unknown")
/**
 * Status as text; null if unknown
 */
message: (string | null)
/**
 * Time of the latest call
 */
calledAt: (string | null)
/**
 * Duration of that call
 */
latencyMs: (number | null)
/**
 * Time of the last call that succeeded, within 14 days
 */
succeededAt: (string | null)
}

/**
 * State of the email
 */
export interface TestMail {
mail: OutboxMail
}

/**
 * On its way
 */
export interface TestNoticesResponse {
/**
 * Messages that are on their way: see the outbox, or the deliveries
 */
sent: number
}

export interface Trouble {
/**
 * What is in trouble, the same from beginning to end
 */
key: string
kind: ("database" | "restored" | "secret" | "source" | "budget" | "mail" | "webhooks" | "job" | "disk" | "backup" | "certificate" | "cache" | "clock")
/**
 * `bad`: people notice, or data may be lost; `notice`: it comes to that unless somebody acts
 */
severity: ("bad" | "notice")
title: string
/**
 * What it means, in plain words
 */
meaning: string
/**
 * What to do
 */
action: string
/**
 * The page of the back office that helps
 */
link: string
/**
 * ISO 8601, UTC
 */
beganAt: string
}

export interface Troubles {
items: PastTrouble[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

export interface Unsubscribing {
/**
 * False after an undo
 */
unsubscribed: boolean
/**
 * Masked
 */
email: string
/**
 * Subscriptions the link ended, now or before; after an undo, those reactivated
 */
subscriptions: ConfirmationAskedWaiting[]
/**
 * Null if there is nothing to undo
 */
undoBefore: (string | null)
}

export interface UpdateAdminUserRequest {
/**
 * Name shown in lists and emails
 */
displayName?: string
/**
 * owner: everything; editor: content, email and subscriptions; viewer: read-only
 */
role?: ("viewer" | "editor" | "owner")
disabled?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

export interface UpdateAnySubscriptionRequest {
id: string
/**
 * The version you read; an outdated one is rejected
 */
version?: number
/**
 * false ends it and withdraws its queued emails
 */
active?: boolean
/**
 * Name of the place in emails
 */
cityName?: string
/**
 * city_weekly: weekly (default), daily, biweekly, monthly; city_alerts: immediate (default), hourly, daily; newsletter: weekly (default), monthly
 */
frequency?: ("immediate" | "hourly" | "daily" | "weekly" | "biweekly" | "monthly")
/**
 * Turns the hazard rain on
 */
alertOnRain?: boolean
/**
 * Turns the hazard thunderstorm on
 */
alertOnStorm?: boolean
/**
 * What to warn of. A hazard is true, false, or an object with its limits: `rain {minMmPerHour, minProbability}`, `thunderstorm {minProbability}`, `snow {minMm, minProbability}`, `ice {minProbability}`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality {minLevel}`, `pollen {minLevel}`, `marine {minWaveM}`, `forestFire`, `avalanche`, `official` (any official warning). `airQuality` and `marine` without a threshold mean official warnings only. `rain`, `thunderstorm`, `snow` and `ice` may have a `minProbability`, 0 to 1, rounded to twentieths: the chance of precipitation from which on an hour or day of a forecast counts; those whose chance is not stated always do, and official warnings are not affected. Levels are 1 to 4: pollen low, moderate, high (default), very high; air quality European moderate, poor, very poor, extremely poor, or US moderate, unhealthy for sensitive groups, unhealthy, very unhealthy, by the index used at the place. Also: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Any other key is refused with 400 and its path; null removes a key. At most 64 keys and 4,096 characters of JSON
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47; default en
 */
lang?: string
/**
 * Default metric
 */
units?: ("metric" | "uk" | "imperial" | "si")
/**
 * IANA time zone; default: that of the place
 */
timezone?: string
}

/**
 * Changed
 */
export interface UpdateAnySubscriptionResponse {
subscription: SubscriptionItem
}

export interface UpdateClientKeyRequest {
/**
 * Whose it is, or what for
 */
name?: string
/**
 * What it permits; `compatible`: all of the OpenWeather- and Open-Meteo-compatible APIs
 */
scopes?: ("weather" | "history" | "batch" | "compatible" | "geocode" | "tiles" | "webhooks")[]
/**
 * Origins from which browsers may send it; empty: it may be sent from anywhere
 */
origins?: string[]
/**
 * Requests per minute; null: no limit
 */
perMinute?: (number | null)
/**
 * Requests per UTC day; null: no limit
 */
perDay?: (number | null)
/**
 * Requests per calendar month (UTC); null: no limit
 */
perMonth?: (number | null)
/**
 * Null: it does not expire
 */
expiresAt?: (string | null)
/**
 * Refused for now
 */
disabled?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

/**
 * Changed
 */
export interface UpdateClientKeyResponse {
key: ClientKey
}

export interface UpdateConnectionRequest {
/**
 * ID of the system
 */
id: string
/**
 * Whether the service may use it
 */
enabled?: boolean
/**
 * mail-transport: preset, host, port, security, user, password, from, connections. photo-service and weather providers with a key: apiKey; providers: their limits, such as dailyLimit. Omitted fields keep their value; null reverts to the environment
 */
settings?: ({
[k: string]: unknown | undefined
} | null)
/**
 * Check it after the change, within five seconds: with one call, for stations with up to six
 */
check?: boolean
/**
 * What of a provider to check; omitted: the first part that is in use
 */
part?: ("weather" | "minutes" | "air" | "sea" | "places" | "tiles" | "radar" | "alerts" | "warnings" | "stations")
/**
 * Required to overwrite a stored secret that cannot be decrypted
 */
replace?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

export interface UpdateEmailTemplateRequest {
/**
 * Template ID
 */
id: string
/**
 * The version you read, 0 for the default; an outdated one is rejected
 */
version?: number
/**
 * Liquid; one line when rendered
 */
subject?: string
/**
 * MJML body with Liquid
 */
mjml?: string
/**
 * Liquid; lines are wrapped
 */
text?: string
}

export interface UpdateMessageDraftRequest {
subject?: string
/**
 * Markdown
 */
body?: string
/**
 * Null: nobody is chosen yet
 */
audience?: (MessageAudience | null)
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

export interface UpdateRefreshIntervalRequest {
refreshIntervalMs: number
}

export interface UpdateReportRequest {
id: string
/**
 * open: not handled yet
 */
state: ("open" | "resolved" | "dismissed")
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

/**
 * Changed
 */
export interface UpdateReportResponse {
report: InaccurateReportItem
}

export interface UpdateSuppressionRequest {
/**
 * The address; it is not stored
 */
email?: string
/**
 * The hash as given in the list
 */
addressHash?: string
/**
 * false lifts the suppression
 */
suppressed: boolean
/**
 * Default manual. With unsubscribed, the address still gets emails it requests
 */
reason?: ("complaint" | "manual" | "unsubscribed")
/**
 * Internal note; must not contain the address
 */
note?: (string | null)
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

/**
 * The current state
 */
export interface UpdateSuppressionResponse {
/**
 * Null: not suppressed
 */
suppression: (Suppression | null)
}

export interface UpdateWarningFeedRequest {
enabled: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

export interface UpdateWeatherProviderKeyRequest {
/**
 * Visible characters without spaces; null removes the stored key, so that the environment applies
 */
key: (string | null)
/**
 * Verify it first with one call (default true)
 */
verify?: boolean
/**
 * Required to overwrite a stored secret that cannot be decrypted
 */
replace?: boolean
/**
 * The version you read; an outdated one is rejected
 */
version?: number
}

export interface UpstreamCall {
id: string
/**
 * ISO 8601, UTC
 */
startedAt: string
provider: string
product: string
weight: number
/**
 * request, refresh, job, admin, tile or geocode
 */
cause: string
/**
 * As given in the request
 */
trigger: (string | null)
/**
 * Requested scope; `several` for jobs, which read hours, days and alerts together
 */
scope: string
/**
 * Of the grid cell
 */
lat: (number | null)
/**
 * Of the grid cell
 */
lon: (number | null)
/**
 * ok, or the reason of the failure; null while in progress
 */
outcome: (string | null)
/**
 * HTTP status of the response
 */
status: (number | null)
/**
 * Milliseconds
 */
durationMs: (number | null)
/**
 * Request ID as in the log
 */
requestId: (string | null)
}

export interface Usage {
today: BudgetWindow
perMinute: BudgetWindow
/**
 * First day (UTC) of the totals
 */
from: string
/**
 * Last day: today
 */
to: string
totals: UsageTotals
byProvider: UsageByProvider[]
byScope: UsageByScope[]
/**
 * Beyond 100: `(other)`
 */
byTrigger: UsageByTrigger[]
byCause: UsageByCause[]
cache: UsageCache
/**
 * Oldest first, without gaps
 */
days: UsageDay[]
/**
 * The last 24, oldest first
 */
hours: UsageHour[]
/**
 * The newest 50, newest first
 */
recentCalls: UpstreamCall[]
}

export interface UsageByCause {
cause: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}

export interface UsageByProvider {
provider: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
products: UsageByProviderProduct[]
}

export interface UsageByProviderProduct {
product: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}

export interface UsageByScope {
scope: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}

export interface UsageByTrigger {
trigger: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}

export interface UsageCache {
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
byScope: UsageCacheByScope[]
}

export interface UsageCacheByScope {
scope: string
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
}

export interface UsageDay {
day: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
}

export interface UsageHour {
/**
 * ISO 8601, UTC
 */
hour: string
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
/**
 * Weather responses from memory
 */
memory: number
/**
 * Weather responses from the shared second level
 */
database: number
/**
 * Weather responses that waited for a provider
 */
upstream: number
/**
 * Share that did not wait for a provider; null without responses
 */
hitRate: (number | null)
}

export interface UsageTotals {
/**
 * Provider calls, including failed ones
 */
calls: number
/**
 * Calls with a known outcome other than ok
 */
failed: number
/**
 * Calls with the weights of the providers
 */
weight: number
/**
 * Calls charged to the daily budget
 */
budgetCalls: number
}

export interface WarningFeed {
/**
 * The source of its alerts
 */
feed: string
/**
 * The part of the feed, such as a country; empty before the first reading
 */
part: string
name: string
origin: ("built-in" | "added")
/**
 * Null for built-in feeds
 */
url: (string | null)
/**
 * Built-in feeds are switched on and off under Connections
 */
enabled: boolean
/**
 * Time of the last successful reading
 */
readAt: (string | null)
/**
 * Time of the last complete reading
 */
completeAt: (string | null)
/**
 * ISO 8601, UTC
 */
nextAt: string
/**
 * Failed readings in a row
 */
failures: number
/**
 * Why the last reading failed; `interrupted`: the service stopped while it was under way
 */
failure: (string | null)
/**
 * Running warnings
 */
warnings: number
/**
 * Areas of these warnings that could not be located
 */
unlocated: number
/**
 * Entries of the last reading that are not warnings, by reason
 */
leftOut: {
[k: string]: number | undefined
}
/**
 * Null for built-in feeds
 */
version: (number | null)
}

export interface WarningFeeds {
items: WarningFeed[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

/**
 * Result of the run
 */
export interface WeatherAlertsRun {
job: ("weekly-digests" | "weather-alerts")
/**
 * ID of the run; of the run in progress if the status is `already_running`
 */
runId: string
/**
 * `partial`: something failed and is retried with the next call; `already_running`: the counts so far
 */
status: ("completed" | "partial" | "already_running")
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * Null while it runs
 */
finishedAt: (string | null)
/**
 * Active, confirmed subscriptions checked
 */
subscriptions: number
/**
 * Distinct places
 */
cells: number
/**
 * Results by provider id: places by outcome (`ok`, `failed` …); for a dry run `due`: a real run would call it
 */
sources: {
[k: string]: {
[k: string]: number | undefined
} | undefined
}
/**
 * Hazards to send to subscribers
 */
matches: number
/**
 * Emails queued by this run; for a dry run, those a real run would queue
 */
enqueued: number
/**
 * Of these, sent before this response; the rest is still queued. 0 for a dry run
 */
sent: number
/**
 * Messages queued to webhooks
 */
webhooks?: number
/**
 * Notifications queued to browsers
 */
pushes?: number
/**
 * Of `enqueued`, emails to addresses on the suppression list
 */
suppressed: number
/**
 * Places that could not be checked, and rejected emails
 */
failed: number
dryRun?: true
/**
 * With `dryRun`: the first mails that would go out, addresses masked
 */
preview?: {
[k: string]: unknown | undefined
}[]
[k: string]: unknown | undefined
}

export interface WeatherPart {
/**
 * Place in the order in which providers are asked; null: not in use
 */
position: (number | null)
/**
 * Where it is asked, as in WEATHER_PROVIDERS; null: everywhere
 */
region: (string | null)
/**
 * Where it has weather: global, or a region as in WEATHER_PROVIDERS
 */
coverage: string
/**
 * Why it is not asked, as the end of a sentence; null: it is asked
 */
reason: (string | null)
/**
 * Scopes and measurements that it never has
 */
lacks: string[]
}

export interface Webhook {
id: string
name: string
url: string
lat: number
lon: number
alertPrefs: {
[k: string]: unknown | undefined
}
lang: string
timezone: string
enabled: boolean
disabledAt: (string | null)
/**
 * receiver: it answered 410. failures: three days without success. operator: only an operator switches it on again
 */
disabledBy: (("client" | "receiver" | "failures" | "operator") | null)
/**
 * Until then, messages are also signed with the secret before the last rotation
 */
formerSecretUntil: (string | null)
/**
 * ISO 8601, UTC
 */
createdAt: string
/**
 * ISO 8601, UTC
 */
updatedAt: string
}

/**
 * The webhook
 */
export interface WebhookAnswer {
webhook: Webhook
}

export interface WebhookDelivery {
/**
 * The `webhook-id` of every attempt
 */
id: string
type: string
/**
 * dead: refused for good, or given up; may be replayed
 */
state: ("waiting" | "delivered" | "dead")
/**
 * ISO 8601, UTC
 */
createdAt: string
attempts: number
attemptsAllowed: number
/**
 * While waiting
 */
nextAttemptAt: (string | null)
/**
 * Status of the answer to the last attempt; null: there was no answer
 */
lastStatus: (number | null)
/**
 * What went wrong with the last attempt
 */
lastError: (string | null)
/**
 * When it was delivered or given up
 */
settledAt: (string | null)
}

/**
 * Queued
 */
export interface WebhookDeliveryAnswer {
delivery: WebhookDelivery
}

/**
 * A page of deliveries
 */
export interface WebhookDeliveryList {
deliveries: WebhookDelivery[]
/**
 * Null on the last page
 */
nextCursor: (string | null)
}

/**
 * The webhooks
 */
export interface WebhookList {
webhooks: Webhook[]
}

export interface WebhookOfKey {
id: string
/**
 * The client key that it belongs to
 */
keyId: string
keyName: string
name: string
url: string
lat: number
lon: number
enabled: boolean
disabledAt: (string | null)
disabledBy: (("client" | "receiver" | "failures" | "operator") | null)
/**
 * Messages that wait
 */
waiting: number
/**
 * Messages of the last 30 days that were given up
 */
dead: number
/**
 * ISO 8601, UTC
 */
createdAt: string
}

export interface WebhookPatch {
/**
 * Where messages are posted to: https, on the public Internet, without a password
 */
url?: string
/**
 * Your name for the place, which messages repeat
 */
name?: string
/**
 * Merged into the stored preferences; null removes a preference
 */
alertPrefs?: {
[k: string]: unknown | undefined
}
/**
 * BCP 47: the language of official texts where there is a choice; default en
 */
lang?: string
/**
 * IANA time zone of quiet hours; default: that of the place
 */
timezone?: string
/**
 * false: nothing is sent, and what waits is dead. true: on again
 */
enabled?: boolean
}

export interface WebhookSwitch {
enabled: boolean
}

/**
 * Switched
 */
export interface WebhookSwitched {
id: string
enabled: boolean
}

export interface WebhooksOfKeys {
items: WebhookOfKey[]
/**
 * Number of matching items on all pages
 */
total: number
/**
 * Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)
 */
nextCursor: (string | null)
}

/**
 * Result of the run
 */
export interface WeeklyDigestsRun {
job: ("weekly-digests" | "weather-alerts")
/**
 * ID of the run; of the run in progress if the status is `already_running`
 */
runId: string
/**
 * `partial`: something failed and is retried with the next call; `already_running`: the counts so far
 */
status: ("completed" | "partial" | "already_running")
/**
 * ISO 8601, UTC
 */
startedAt: string
/**
 * Null while it runs
 */
finishedAt: (string | null)
/**
 * Active, confirmed subscriptions checked
 */
subscriptions: number
/**
 * Distinct addresses
 */
recipients: number
/**
 * Distinct places with anything due
 */
cities: number
/**
 * Emails queued by this run; for a dry run, those a real run would queue
 */
enqueued: number
/**
 * Of these, sent before this response; the rest is still queued. 0 for a dry run
 */
sent: number
/**
 * Addresses with nothing due or on the suppression list
 */
skipped: number
/**
 * Addresses without weather for any place, retried with the next call, and rejected emails
 */
failed: number
dryRun?: true
/**
 * With `dryRun`: the first mails that would go out, addresses masked
 */
preview?: {
[k: string]: unknown | undefined
}[]
}

export interface WholeMessageDraft {
id: string
subject: string
/**
 * Null: nobody is chosen yet
 */
audience: (MessageAudience | null)
/**
 * ISO 8601, UTC
 */
updatedAt: string
updatedBy: string
version: number
/**
 * Markdown
 */
body: string
}

export interface Paths extends PublicPaths {
"/v1/forecast": {
get: {
query: {
latitude: string
longitude: string
timezone?: string
elevation?: string
location_id?: string
current?: string
current_weather?: ("true" | "false")
minutely_15?: string
hourly?: string
daily?: string
timeformat?: ("iso8601" | "unixtime")
format?: ("json" | "csv" | "flatbuffers")
temperature_unit?: ("celsius" | "fahrenheit")
wind_speed_unit?: ("kmh" | "ms" | "mph" | "kn")
precipitation_unit?: ("mm" | "inch")
forecast_days?: string
past_days?: string
forecast_hours?: string
past_hours?: string
start_date?: string
end_date?: string
start_hour?: string
end_hour?: string
models?: string
}
path: {

}
body: null
answer: OpenMeteoForecastResponse
}
}
"/v1/marine": {
get: {
query: {
latitude: string
longitude: string
timezone?: string
elevation?: string
location_id?: string
current?: string
hourly?: string
daily?: string
length_unit?: ("metric" | "imperial")
temperature_unit?: ("celsius" | "fahrenheit")
timeformat?: ("iso8601" | "unixtime")
format?: ("json" | "csv" | "flatbuffers")
forecast_days?: string
past_days?: string
forecast_hours?: string
past_hours?: string
start_date?: string
end_date?: string
start_hour?: string
end_hour?: string
models?: string
}
path: {

}
body: null
answer: OpenMeteoForecastResponse
}
}
"/v1/air-quality": {
get: {
query: {
latitude: string
longitude: string
timezone?: string
elevation?: string
location_id?: string
current?: string
hourly?: string
timeformat?: ("iso8601" | "unixtime")
format?: ("json" | "csv" | "flatbuffers")
forecast_days?: string
past_days?: string
forecast_hours?: string
past_hours?: string
start_date?: string
end_date?: string
start_hour?: string
end_hour?: string
models?: string
}
path: {

}
body: null
answer: OpenMeteoForecastResponse
}
}
"/v1/archive": {
get: {
query: {
latitude: string
longitude: string
timezone?: string
elevation?: string
location_id?: string
hourly?: string
daily?: string
timeformat?: ("iso8601" | "unixtime")
format?: ("json" | "csv" | "flatbuffers")
temperature_unit?: ("celsius" | "fahrenheit")
wind_speed_unit?: ("kmh" | "ms" | "mph" | "kn")
precipitation_unit?: ("mm" | "inch")
start_date?: string
end_date?: string
}
path: {

}
body: null
answer: OpenMeteoForecastResponse
}
}
"/v1/elevation": {
get: {
query: {
latitude: string
longitude: string
}
path: {

}
body: null
/**
 * A height for each place
 */
answer: OpenMeteoElevation
}
}
"/v1/search": {
get: {
query: {
name: string
count?: string
language?: string
countryCode?: string
format?: "json"
}
path: {

}
body: null
/**
 * The places, best first
 */
answer: OpenMeteoPlaces
}
}
"/v1/get": {
get: {
query: {
id: string
language?: string
format?: "json"
}
path: {

}
body: null
/**
 * The place
 */
answer: OpenMeteoPlace
}
}
"/data/3.0/onecall": {
get: {
query: {
lat: number
lon: number
exclude?: string
units?: string
lang?: string
}
path: {

}
body: null
/**
 * One Call: now, by minutes, hours and days, and alerts
 */
answer: OpenWeatherOneCall
}
}
"/data/2.5/onecall": {
get: {
query: {
lat: number
lon: number
exclude?: string
units?: string
lang?: string
}
path: {

}
body: null
/**
 * One Call: now, by minutes, hours and days, and alerts
 */
answer: OpenWeatherOneCall
}
}
"/data/2.5/weather": {
get: {
query: {
lat?: number
lon?: number
q?: string
id?: string
zip?: string
units?: string
lang?: string
mode?: string
}
path: {

}
body: null
/**
 * Current weather
 */
answer: OpenWeatherWeather
}
}
"/data/2.5/forecast": {
get: {
query: {
lat?: number
lon?: number
q?: string
id?: string
zip?: string
units?: string
lang?: string
mode?: string
cnt?: string
}
path: {

}
body: null
/**
 * Forecast in steps of three hours
 */
answer: OpenWeatherForecast
}
}
"/data/2.5/forecast/daily": {
get: {
query: {
lat?: number
lon?: number
q?: string
id?: string
zip?: string
units?: string
lang?: string
mode?: string
cnt?: string
}
path: {

}
body: null
/**
 * Forecast by days
 */
answer: OpenWeatherDailyForecast
}
}
"/data/2.5/air_pollution": {
get: {
query: {
lat: number
lon: number
}
path: {

}
body: null
/**
 * Air pollution
 */
answer: OpenWeatherAirPollution
}
}
"/data/2.5/air_pollution/forecast": {
get: {
query: {
lat: number
lon: number
}
path: {

}
body: null
/**
 * Air pollution by hours
 */
answer: OpenWeatherAirPollution
}
}
"/data/2.5/group": {
get: {
query: {
id?: string
units?: string
lang?: string
}
path: {

}
body: null
/**
 * Current weather of several towns
 */
answer: OpenWeatherGroup
}
}
"/data/2.5/find": {
get: {
query: {
q?: string
lat?: number
lon?: number
cnt?: string
units?: string
lang?: string
}
path: {

}
body: null
/**
 * Current weather of the towns of a name or around a point
 */
answer: OpenWeatherTownMatches
}
}
"/data/2.5/uvi": {
get: {
query: {
lat: number
lon: number
cnt?: string
}
path: {

}
body: null
/**
 * UV index of today
 */
answer: OpenWeatherUvIndex
}
}
"/data/2.5/uvi/forecast": {
get: {
query: {
lat: number
lon: number
cnt?: string
}
path: {

}
body: null
/**
 * UV index of the days to come
 */
answer: OpenWeatherUvForecastResponse
}
}
"/data/2.5/air_pollution/history": {
get: {
query: {
lat: number
lon: number
start: number
end: number
}
path: {

}
body: null
/**
 * Oldest first
 */
answer: OpenWeatherAirPollution
}
}
"/geo/1.0/direct": {
get: {
query: {
q?: string
limit?: string
}
path: {

}
body: null
/**
 * Best first
 */
answer: OpenWeatherGeocodeResponse
}
}
"/geo/1.0/reverse": {
get: {
query: {
lat: number
lon: number
limit?: string
}
path: {

}
body: null
/**
 * Best first
 */
answer: OpenWeatherGeocodeResponse
}
}
"/geo/1.0/zip": {
get: {
query: {
zip?: string
}
path: {

}
body: null
/**
 * The place
 */
answer: OpenWeatherZip
}
}
"/map/{layer}/{z}/{x}/{y}": {
get: {
query: {

}
path: {
layer: ("clouds" | "clouds_new" | "precipitation" | "precipitation_new" | "pressure" | "pressure_new" | "wind" | "wind_new" | "temp" | "temp_new")
z: number
x: number
y: string
}
body: null
answer: null
}
}
"/api/subscriptions": {
get: {
query: {
clientId: string
}
path: {

}
body: null
/**
 * Active subscriptions, newest first
 */
answer: ListSubscriptionsResponse
}
post: {
query: {

}
path: {

}
body: NewSubscription
/**
 * Existing subscription updated and active
 */
answer: CreateSubscriptionResponse
}
patch: {
query: {

}
path: {

}
body: SubscriptionPatch
/**
 * The updated subscription
 */
answer: CreateSubscriptionResponse
}
delete: {
query: {

}
path: {

}
body: SubscriptionRemoval
/**
 * Number and list of the ended subscriptions
 */
answer: DeleteSubscriptionsResponse
}
}
"/api/push": {
get: {
query: {

}
path: {

}
body: null
/**
 * The key
 */
answer: PushKey
}
}
"/api/push/watches": {
get: {
query: {
clientId: string
}
path: {

}
body: null
/**
 * The places
 */
answer: PushWatches
}
put: {
query: {

}
path: {

}
body: NewPushWatch
/**
 * Changed
 */
answer: PushWatchAnswer
}
delete: {
query: {

}
path: {

}
body: PushRemoval
/**
 * Number of places
 */
answer: PushRemoved
}
}
"/api/push/test": {
post: {
query: {

}
path: {

}
body: PushTestRequest
/**
 * What became of it
 */
answer: PushTest
}
}
"/api/push/endpoint": {
put: {
query: {

}
path: {

}
body: PushMove
/**
 * Moved
 */
answer: PushMoved
}
}
"/api/webhooks": {
get: {
query: {

}
path: {

}
body: null
/**
 * The webhooks
 */
answer: WebhookList
}
post: {
query: {

}
path: {

}
body: NewWebhook
/**
 * The webhook, with its secret
 */
answer: IssuedWebhook
}
}
"/api/webhooks/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The webhook
 */
answer: WebhookAnswer
}
patch: {
query: {

}
path: {
id: string
}
body: WebhookPatch
/**
 * The changed webhook
 */
answer: WebhookAnswer
}
delete: {
query: {

}
path: {
id: string
}
body: null
answer: null
}
}
"/api/webhooks/{id}/rotate-secret": {
post: {
query: {

}
path: {
id: string
}
body: SecretRotation
/**
 * The webhook, with its new secret
 */
answer: IssuedWebhook
}
}
"/api/webhooks/{id}/test": {
post: {
query: {

}
path: {
id: string
}
body: null
/**
 * Queued
 */
answer: WebhookDeliveryAnswer
}
}
"/api/webhooks/{id}/deliveries": {
get: {
query: {
state?: ("waiting" | "delivered" | "dead")
limit?: number
cursor?: string
}
path: {
id: string
}
body: null
/**
 * A page of deliveries
 */
answer: WebhookDeliveryList
}
}
"/api/webhooks/{id}/deliveries/{deliveryId}/replay": {
post: {
query: {

}
path: {
id: string
deliveryId: string
}
body: null
/**
 * Queued again
 */
answer: WebhookDeliveryAnswer
}
}
"/api/ads/config": {
get: {
query: {

}
path: {

}
body: null
answer: AdsConfig
}
}
"/api/ads": {
get: {
query: {
placement: ("dashboard" | "hero" | "recent-checks" | "city-detail")
}
path: {

}
body: null
answer: AdPlacement
}
}
"/api/ads/placeholder-bg": {
get: {
query: {
city?: string
country?: string
lat?: number
lon?: number
condition?: string
isDay?: boolean
}
path: {

}
body: null
answer: PlaceholderBackground
}
}
"/api/ads/artwork/{scene}-{light}.svg": {
get: {
query: {

}
path: {
scene: ("clear" | "fair" | "overcast" | "fog" | "rain" | "downpour" | "sleet" | "snow" | "thunder" | "dust" | "storm")
light: ("day" | "night")
}
body: null
answer: null
}
}
"/ads.txt": {
get: {
query: {

}
path: {

}
body: null
answer: null
}
}
"/api/pages": {
get: {
query: {
lang?: string
}
path: {

}
body: null
answer: Pages
}
}
"/api/pages/{slug}": {
get: {
query: {
lang?: string
}
path: {
slug: string
}
body: null
answer: PublicPage
}
}
"/api/cron/weekly-digests": {
get: {
query: {
dryRun?: ("1" | "0" | "true" | "false")
}
path: {

}
body: null
/**
 * Result of the run
 */
answer: WeeklyDigestsRun
}
}
"/api/cron/weather-alerts": {
get: {
query: {
dryRun?: ("1" | "0" | "true" | "false")
}
path: {

}
body: null
/**
 * Result of the run
 */
answer: WeatherAlertsRun
}
}
"/api/subscriptions/confirm": {
get: {
query: {
token: string
}
path: {

}
body: null
answer: ConfirmationAsked
}
post: {
query: {
token: string
}
path: {

}
body: null
answer: Confirmed
}
}
"/api/unsubscribe": {
get: {
query: {
token: string
scope?: ("digest" | "alerts" | "all")
}
path: {

}
body: null
answer: Unsubscribing
}
post: {
query: {
token: string
scope?: ("digest" | "alerts" | "all")
action?: ("unsubscribe" | "resubscribe")
}
path: {

}
body: null
answer: Unsubscribing
}
}
"/api/analytics/collect": {
post: {
query: {

}
path: {

}
/**
 * One event, or up to 50
 */
body: CollectAnalyticsRequest
/**
 * Accepted; written within a second
 */
answer: CollectAnalyticsResponse
}
}
"/api/auth/login": {
post: {
query: {

}
path: {

}
body: LoginRequest
/**
 * Signed in
 */
answer: LoginResponse
}
}
"/api/auth/logout": {
post: {
query: {

}
path: {

}
body: null
/**
 * Signed out
 */
answer: LogoutResponse
}
}
"/api/auth/session": {
get: {
query: {

}
path: {

}
body: null
/**
 * The current session
 */
answer: LogoutResponse
}
}
"/api/auth/forgot-password": {
post: {
query: {

}
path: {

}
body: ForgotPasswordRequest
/**
 * Accepted
 */
answer: ForgotPasswordResponse
}
}
"/api/auth/reset-password/{token}": {
post: {
query: {

}
path: {
token: string
}
body: ResetPasswordRequest
/**
 * Password set
 */
answer: LoginResponse
}
}
"/api/auth/invite/{token}": {
get: {
query: {

}
path: {
token: string
}
body: null
/**
 * The invitation is valid
 */
answer: GetInviteResponse
}
post: {
query: {

}
path: {
token: string
}
body: AcceptInviteRequest
/**
 * Account activated; the session cookie is set
 */
answer: LoginResponse
}
}
"/api/auth/setup/{token}": {
get: {
query: {

}
path: {
token: string
}
body: null
/**
 * The link is valid
 */
answer: GetSetupLinkResponse
}
post: {
query: {

}
path: {
token: string
}
body: CreateFirstAccountRequest
/**
 * Account made; the session cookie is set
 */
answer: LoginResponse
}
}
"/api/auth/totp": {
post: {
query: {

}
path: {

}
body: null
/**
 * Setup started; the secret is shown once
 */
answer: BeginTotpResponse
}
delete: {
query: {

}
path: {

}
body: RemoveTotpRequest
/**
 * Two-factor authentication is off
 */
answer: RemoveTotpResponse
}
}
"/api/auth/totp/confirm": {
post: {
query: {

}
path: {

}
body: ConfirmTotpRequest
/**
 * Two-factor authentication is on; the codes are shown once
 */
answer: ConfirmTotpResponse
}
}
"/api/auth/passkey/options": {
post: {
query: {

}
path: {

}
body: null
/**
 * Options of the WebAuthn API
 */
answer: BeginPasskeyLoginResponse
}
}
"/api/auth/passkey": {
post: {
query: {

}
path: {

}
/**
 * What a passkey answered to the options of `POST /api/auth/passkey/options`
 */
body: LoginByPasskeyRequest
/**
 * Signed in
 */
answer: LoginResponse
}
}
"/api/auth/passkeys": {
get: {
query: {

}
path: {

}
body: null
/**
 * At most 20, oldest first
 */
answer: ListPasskeysResponse
}
post: {
query: {

}
path: {

}
body: AddPasskeyRequest
/**
 * Added; the codes are shown once
 */
answer: AddPasskeyResponse
}
}
"/api/auth/passkeys/options": {
post: {
query: {

}
path: {

}
body: BeginPasskeyRequest
/**
 * Options of the WebAuthn API
 */
answer: BeginPasskeyLoginResponse
}
}
"/api/auth/passkeys/{id}": {
patch: {
query: {

}
path: {
id: string
}
body: RenamePasskeyRequest
/**
 * Renamed
 */
answer: RenamePasskeyResponse
}
delete: {
query: {

}
path: {
id: string
}
body: RemovePasskeyRequest
/**
 * Removed
 */
answer: RemovePasskeyResponse
}
}
"/api/auth/proof": {
post: {
query: {

}
path: {

}
body: ProveIdentityRequest
/**
 * Confirmed
 */
answer: Proof
}
}
"/api/auth/password": {
post: {
query: {

}
path: {

}
body: ChangePasswordRequest
/**
 * Changed
 */
answer: ChangePasswordResponse
}
}
"/api/health": {
get: {
query: {

}
path: {

}
body: null
answer: GetHealthResponse
}
}
"/api/ready": {
get: {
query: {

}
path: {

}
body: null
answer: GetReadinessResponse
}
}
"/api/metrics": {
get: {
query: {

}
path: {

}
body: null
answer: null
}
}
"/api/admin/blend/gains": {
get: {
query: {

}
path: {

}
body: null
answer: SourceGains
}
}
"/api/admin/checks": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("hour" | "-hour")
format?: ("json" | "csv")
lat?: number
lon?: number
from?: string
to?: string
}
path: {

}
body: null
answer: CheckedHours
}
}
"/api/admin/locations": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("searchCount" | "-searchCount" | "openReports" | "-openReports")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: CheckedLocations
}
}
"/api/admin/warning-feeds": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("feed" | "-feed")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: WarningFeeds
}
post: {
query: {

}
path: {

}
body: AddWarningFeedRequest
/**
 * The feed
 */
answer: AddWarningFeedResponse
}
}
"/api/admin/warning-feeds/preview": {
post: {
query: {

}
path: {

}
body: PreviewWarningFeedRequest
/**
 * What the feed holds
 */
answer: PreviewOfAWarningFeed
}
}
"/api/admin/warning-feeds/{id}": {
patch: {
query: {

}
path: {
id: string
}
body: UpdateWarningFeedRequest
/**
 * The feed
 */
answer: AddWarningFeedResponse
}
delete: {
query: {
version?: number
}
path: {
id: string
}
body: null
/**
 * The feed that was removed
 */
answer: AddWarningFeedResponse
}
}
"/api/admin/subscriptions": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
type?: ("newsletter" | "city_weekly" | "city_alerts")
active?: boolean
confirmed?: boolean
lang?: string
email?: string
from?: string
to?: string
}
path: {

}
body: null
answer: SubscriptionItems
}
patch: {
query: {

}
path: {

}
body: UpdateAnySubscriptionRequest
/**
 * Changed
 */
answer: UpdateAnySubscriptionResponse
}
}
"/api/admin/push-devices": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt" | "aliveAt" | "-aliveAt")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: PushDevices
}
}
"/api/admin/push-devices/{id}": {
delete: {
query: {

}
path: {
id: string
}
body: null
/**
 * Forgotten
 */
answer: PushDeviceDeleted
}
}
"/api/admin/push-devices/{id}/test": {
post: {
query: {

}
path: {
id: string
}
body: null
/**
 * What became of it
 */
answer: PushTest
}
}
"/api/admin/push-messages": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
state?: ("waiting" | "sent" | "failed" | "expired" | "replaced")
deviceId?: string
}
path: {

}
body: null
answer: PushMessages
}
}
"/api/admin/webhooks": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
keyId?: string
enabled?: boolean
}
path: {

}
body: null
answer: WebhooksOfKeys
}
}
"/api/admin/webhooks/{id}": {
patch: {
query: {

}
path: {
id: string
}
body: WebhookSwitch
/**
 * Switched
 */
answer: WebhookSwitched
}
}
"/api/admin/webhook-deliveries": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
webhookId?: string
state?: ("waiting" | "delivered" | "dead")
}
path: {

}
body: null
answer: DeliveriesOfWebhooks
}
}
"/api/admin/webhook-deliveries/{id}/replay": {
post: {
query: {

}
path: {
id: string
}
body: null
/**
 * Queued again
 */
answer: DeliveryReplayed
}
}
"/api/admin/reports": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("receivedAt" | "-receivedAt")
format?: ("json" | "csv")
state?: ("open" | "resolved" | "dismissed")
field?: ("temperature" | "precipitation" | "wind" | "condition" | "alert" | "other")
scope?: ("current" | "hourly" | "daily" | "minutely")
lat?: number
lon?: number
from?: string
to?: string
}
path: {

}
body: null
answer: InaccurateReports
}
patch: {
query: {

}
path: {

}
body: UpdateReportRequest
/**
 * Changed
 */
answer: UpdateReportResponse
}
}
"/api/admin/analytics/today": {
get: {
query: {
path?: string
referrer?: string
country?: string
device?: string
browser?: string
}
path: {

}
body: null
/**
 * Page views up to about a second ago
 */
answer: AnalyticsToday
}
}
"/api/admin/analytics/searches": {
get: {
query: {
days: number
}
path: {

}
body: null
/**
 * At most 100
 */
answer: MissedSearches
}
}
"/api/admin/analytics": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("startsAt" | "-startsAt")
format?: ("json" | "csv")
period?: ("hour" | "day")
type?: ("pageview" | "engagement" | "scroll" | "ad_view" | "vitals")
referrer?: string
country?: string
device?: string
browser?: string
from?: string
to?: string
}
path: {

}
body: null
answer: Analytics
}
}
"/api/admin/cms-pages": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("slug" | "-slug")
format?: ("json" | "csv")
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
status?: ("shipped" | "published" | "hidden" | "unpublished")
}
path: {

}
body: null
answer: PageItems
}
patch: {
query: {

}
path: {

}
body: PageChange
answer: Page
}
}
"/api/admin/cms-pages/{slug}": {
get: {
query: {
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
path: {
slug: string
}
body: null
answer: Page
}
}
"/api/admin/cms-pages/{slug}/revisions/{revision}": {
get: {
query: {
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
path: {
slug: string
revision: number
}
body: null
answer: PageRevision
}
}
"/api/admin/cms-pages/{slug}/diff": {
get: {
query: {
from: string
to: string
lang?: ("en" | "de" | "fr" | "es" | "it" | "pt" | "ja" | "ar")
}
path: {
slug: string
}
body: null
answer: CompareCmsTextsResponse
}
}
"/api/admin/cms-pages/preview": {
post: {
query: {

}
path: {

}
body: PagePreview
answer: PreviewCmsPageResponse
}
}
"/api/admin/jobs": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("startedAt" | "-startedAt")
format?: ("json" | "csv")
job?: ("weekly-digests" | "weather-alerts" | "contact-exchange" | "ad-program-sync" | "backup" | "restore-test")
status?: ("running" | "completed" | "partial" | "failed" | "interrupted")
trigger?: ("scheduler" | "cron" | "admin" | "warnings")
dryRun?: boolean
from?: string
to?: string
}
path: {

}
body: null
answer: JobRuns
}
post: {
query: {

}
path: {

}
body: StartJobRequest
/**
 * Running
 */
answer: JobStarted
}
}
"/api/admin/jobs/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The run with its emails by state
 */
answer: GetJobRunResponse
}
}
"/api/admin/backups": {
get: {
query: {

}
path: {

}
body: null
answer: Backups
}
post: {
query: {

}
path: {

}
body: null
/**
 * Under way
 */
answer: BackupStarted
}
}
"/api/admin/backups/test": {
post: {
query: {

}
path: {

}
body: null
/**
 * Under way
 */
answer: BackupStarted
}
}
"/api/admin/backups/{file}/ticket": {
post: {
query: {

}
path: {
file: string
}
body: PermitBackupDownloadRequest
/**
 * Permitted
 */
answer: PermitBackupDownloadResponse
}
}
"/api/admin/backups/{file}": {
get: {
query: {
ticket: string
}
path: {
file: string
}
body: null
answer: null
}
}
"/api/admin/hold/release": {
post: {
query: {

}
path: {

}
body: null
/**
 * Released
 */
answer: ReleaseRestoredCopyResponse
}
}
"/api/admin/me": {
get: {
query: {

}
path: {

}
body: null
/**
 * The account of the session
 */
answer: GetMeResponse
}
}
"/api/admin/sessions": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: AdminSessions
}
delete: {
query: {
id?: string
}
path: {

}
body: null
/**
 * Ended
 */
answer: EndSessionsResponse
}
}
"/api/admin/users": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("email" | "-email" | "displayName" | "-displayName" | "createdAt" | "-createdAt")
format?: ("json" | "csv")
role?: ("viewer" | "editor" | "owner")
status?: ("active" | "invited" | "disabled")
}
path: {

}
body: null
answer: AdminAccounts
}
post: {
query: {

}
path: {

}
body: CreateAdminUserRequest
/**
 * User created
 */
answer: CreateAdminUserResponse
}
}
"/api/admin/users/invite": {
post: {
query: {

}
path: {

}
body: InviteAdminUserRequest
/**
 * Invited
 */
answer: InviteAdminUserResponse
}
}
"/api/admin/users/{id}": {
patch: {
query: {

}
path: {
id: string
}
body: UpdateAdminUserRequest
/**
 * Changed
 */
answer: CreateAdminUserResponse
}
}
"/api/admin/audit": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("at" | "-at")
format?: ("json" | "csv")
userId?: string
action?: string
objectType?: string
objectId?: string
from?: string
to?: string
}
path: {

}
body: null
answer: AuditEntries
}
}
"/api/admin/subscriptions/export": {
post: {
query: {

}
path: {

}
body: Person
/**
 * The data; lists are empty if nothing is stored
 */
answer: PersonExport
}
}
"/api/admin/subscriptions/erase": {
post: {
query: {

}
path: {

}
body: Person
/**
 * Erased; all 0 if nothing was stored
 */
answer: PersonErased
}
}
"/api/admin/subscriptions/{id}/explanation": {
get: {
query: {
at?: string
}
path: {
id: string
}
body: null
/**
 * The explanation
 */
answer: MailExplanation
}
}
"/api/admin/outbox/{id}/explanation": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The explanation
 */
answer: MailExplanation
}
}
"/api/admin/push-devices/{id}/explanation": {
get: {
query: {
at?: string
}
path: {
id: string
}
body: null
/**
 * Its places, oldest first
 */
answer: PushExplanations
}
}
"/api/admin/alert-explanations": {
get: {
query: {
lat: number
lon: number
at?: string
}
path: {

}
body: null
/**
 * The place, and its subscribers
 */
answer: PlaceExplanation
}
}
"/api/admin/mailing-summary": {
get: {
query: {
format?: ("json" | "csv")
}
path: {

}
body: null
answer: MailingSummary
}
}
"/api/admin/email/test": {
post: {
query: {

}
path: {

}
body: SendTestMailRequest
/**
 * State of the email
 */
answer: TestMail
}
}
"/api/admin/email/compose": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
state?: ("scheduled" | "enqueuing" | "enqueued" | "cancelled")
}
path: {

}
body: null
answer: ComposedMessages
}
post: {
query: {

}
path: {

}
body: ComposedMail
/**
 * Accepted; emails are being queued
 */
answer: ComposeMailResponse
}
}
"/api/admin/email/compose/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The message with its emails by state
 */
answer: GetComposedMailResponse
}
patch: {
query: {

}
path: {
id: string
}
body: RescheduleMailRequest
/**
 * Moved or cancelled
 */
answer: ComposeMailResponse
}
}
"/api/admin/email/count": {
post: {
query: {

}
path: {

}
body: CountAudienceRequest
/**
 * Number of addresses
 */
answer: CountAudienceResponse
}
}
"/api/admin/email/preview": {
post: {
query: {

}
path: {

}
body: PreviewMailRequest
/**
 * The rendered email
 */
answer: PreviewMailResponse
}
}
"/api/admin/email/drafts": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("updatedAt" | "-updatedAt")
format?: ("json" | "csv")
}
path: {

}
body: null
answer: MessageDrafts
}
post: {
query: {

}
path: {

}
body: CreateMessageDraftRequest
/**
 * Stored
 */
answer: CreateMessageDraftResponse
}
}
"/api/admin/email/drafts/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * With its text
 */
answer: CreateMessageDraftResponse
}
patch: {
query: {

}
path: {
id: string
}
body: UpdateMessageDraftRequest
/**
 * Changed
 */
answer: CreateMessageDraftResponse
}
delete: {
query: {

}
path: {
id: string
}
body: null
/**
 * Deleted
 */
answer: DeleteMessageDraftResponse
}
}
"/api/admin/outbox": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
state?: ("waiting" | "sent" | "failed" | "suppressed" | "expired" | "withdrawn")
kind?: ("digest" | "alerts" | "confirmation" | "account" | "message")
template?: string
runId?: string
email?: string
from?: string
to?: string
}
path: {

}
body: null
answer: OutboxMails
}
}
"/api/admin/outbox/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The email
 */
answer: OutboxMailWithAttempts
}
}
"/api/admin/outbox/{id}/retry": {
post: {
query: {

}
path: {
id: string
}
body: null
/**
 * Queued again
 */
answer: RetryMailResponse
}
}
"/api/admin/outbox/send": {
post: {
query: {

}
path: {

}
body: null
/**
 * On their way
 */
answer: SendWaitingMailsResponse
}
}
"/api/admin/outbox/{id}/message": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The email as its recipient sees it
 */
answer: GetOutboxMessageResponse
}
}
"/api/admin/suppressions": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("since" | "-since")
format?: ("json" | "csv")
reason?: ("hard_bounce" | "complaint" | "manual" | "unsubscribed")
email?: string
from?: string
to?: string
}
path: {

}
body: null
answer: Suppressions
}
patch: {
query: {

}
path: {

}
body: UpdateSuppressionRequest
/**
 * The current state
 */
answer: UpdateSuppressionResponse
}
}
"/api/admin/email-templates": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("id" | "-id")
format?: ("json" | "csv")
edited?: boolean
}
path: {

}
body: null
answer: EmailTemplates
}
post: {
query: {

}
path: {

}
body: CreateEmailTemplateRequest
/**
 * Saved; used from the next email on
 */
answer: EmailTemplate
}
patch: {
query: {

}
path: {

}
body: UpdateEmailTemplateRequest
/**
 * Saved; used from the next email on
 */
answer: EmailTemplate
}
}
"/api/admin/email-templates/{id}": {
get: {
query: {

}
path: {
id: string
}
body: null
/**
 * The template
 */
answer: EmailTemplate
}
}
"/api/admin/email-templates/{id}/reset": {
post: {
query: {

}
path: {
id: string
}
/**
 * Optional
 */
body: ResetEmailTemplateRequestBody
/**
 * The default template
 */
answer: EmailTemplate
}
}
"/api/admin/email-templates/{id}/preview": {
post: {
query: {

}
path: {
id: string
}
body: PreviewEmailTemplateRequest
/**
 * The rendered email
 */
answer: PreviewMailResponse
}
}
"/api/admin/connections": {
get: {
query: {
limit?: number
cursor?: string
}
path: {

}
body: null
answer: OutsideSystems
}
patch: {
query: {

}
path: {

}
body: UpdateConnectionRequest
answer: OutsideSystem
}
}
"/api/admin/weather-provider-key": {
get: {
query: {

}
path: {

}
body: null
answer: StoredKey
}
patch: {
query: {

}
path: {

}
body: UpdateWeatherProviderKeyRequest
answer: StoredKey
}
}
"/api/admin/email-key": {
get: {
query: {

}
path: {

}
body: null
answer: StoredKey
}
patch: {
query: {

}
path: {

}
body: UpdateWeatherProviderKeyRequest
answer: StoredKey
}
}
"/api/admin/email/sync": {
post: {
query: {

}
path: {

}
body: null
answer: MailExchange
}
}
"/api/admin/config": {
get: {
query: {

}
path: {

}
body: null
answer: Config
}
patch: {
query: {

}
path: {

}
body: ConfigPatch
answer: ChangedConfig
}
}
"/api/admin/settings": {
patch: {
query: {

}
path: {

}
body: UpdateRefreshIntervalRequest
answer: LegacySettings
}
}
"/api/admin/usage": {
get: {
query: {
days?: number
}
path: {

}
body: null
answer: Usage
}
}
"/api/admin/usage/sources": {
get: {
query: {
days?: number
}
path: {

}
body: null
answer: SourcesUsage
}
}
"/api/admin/client-keys": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("createdAt" | "-createdAt")
format?: ("json" | "csv")
state?: ("active" | "disabled" | "expired" | "revoked")
}
path: {

}
body: null
answer: ClientKeys
}
post: {
query: {

}
path: {

}
body: CreateClientKeyRequest
/**
 * Created
 */
answer: IssuedClientKey
}
}
"/api/admin/client-keys/{id}/usage": {
get: {
query: {
days?: number
}
path: {
id: string
}
body: null
/**
 * Its requests
 */
answer: ClientKeyUsage
}
}
"/api/admin/client-keys/{id}": {
patch: {
query: {

}
path: {
id: string
}
body: UpdateClientKeyRequest
/**
 * Changed
 */
answer: UpdateClientKeyResponse
}
}
"/api/admin/client-keys/{id}/rotate": {
post: {
query: {

}
path: {
id: string
}
body: RotateClientKeyRequest
/**
 * The new secret
 */
answer: IssuedClientKey
}
}
"/api/admin/client-keys/{id}/revoke": {
post: {
query: {

}
path: {
id: string
}
body: null
/**
 * Revoked
 */
answer: UpdateClientKeyResponse
}
}
"/api/admin/adprogram/report": {
get: {
query: {
range?: ("7d" | "30d" | "mtd")
}
path: {

}
body: null
answer: AdEarnings
}
}
"/api/admin/adprogram/sync": {
post: {
query: {

}
path: {

}
body: null
/**
 * Sync completed
 */
answer: SyncAdProgramResponse
}
}
"/api/admin/adprogram/oauth/start": {
get: {
query: {

}
path: {

}
body: null
answer: null
}
}
"/api/admin/adprogram/oauth/callback": {
get: {
query: {
state: string
code?: string
error?: string
iss?: string
}
path: {

}
body: null
answer: null
}
}
"/api/admin/adprogram/oauth/disconnect": {
get: {
query: {

}
path: {

}
body: null
/**
 * Disconnected here, even if the ad program could not be reached
 */
answer: DisconnectAdProgramResponse
}
}
"/api/admin/state": {
get: {
query: {

}
path: {

}
body: null
answer: ServiceState
}
}
"/api/admin/troubles": {
get: {
query: {
limit?: number
cursor?: string
q?: string
sort?: ("beganAt" | "-beganAt")
format?: ("json" | "csv")
kind?: ("database" | "restored" | "secret" | "source" | "budget" | "mail" | "webhooks" | "job" | "disk" | "backup" | "certificate" | "cache" | "clock")
open?: boolean
key?: string
}
path: {

}
body: null
answer: Troubles
}
}
"/api/admin/notices": {
get: {
query: {

}
path: {

}
body: null
answer: Notices
}
}
"/api/admin/notices/webhook": {
patch: {
query: {

}
path: {

}
body: SetNoticeWebhookRequest
answer: Notices
}
}
"/api/admin/notices/test": {
post: {
query: {

}
path: {

}
body: NoticeTest
/**
 * On its way
 */
answer: TestNoticesResponse
}
}
}
