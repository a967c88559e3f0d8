import { MINUTE_MS } from '../../../../src/time.ts'
import type { Answer } from '../../api/ask.ts'
import { formatIdentifier } from '../kit/words.ts'

/** The display unit of a setting, where it differs from the API's. */
export interface DisplayUnit {
  /** Size of the API's unit in display units. */
  readonly factor: number
  readonly suffix: string
}

const PLAIN: DisplayUnit = { factor: 1, suffix: '' }
const OF_NAME: readonly (readonly [name: RegExp, unit: DisplayUnit])[] = [
  [/Ms$/, { factor: 1 / MINUTE_MS, suffix: ' min' }],
  [/Share$/, { factor: 100, suffix: ' %' }],
  [/Days$/, { factor: 1, suffix: ' days' }],
  [/HourUtc$/, { factor: 1, suffix: ':00 UTC' }],
  [/(Every|After)Minutes$/, { factor: 1, suffix: ' min' }],
]
const LABELS: Readonly<Record<string, string>> = {
  refreshIntervalMs: 'Refresh interval',
  upstreamWarningShare: 'Warning from',
  upstreamSoftBlockShare: 'Calls held back from',
  alertBudgetShare: 'Job budget share',
  digestHourUtc: 'Digest hour',
  backupHourUtc: 'Backup hour',
  alertEveryMinutes: 'Alert check interval',
  mailPerSecond: 'Emails per second',
  retentionDays: 'Weather retention',
  callRetentionDays: 'Provider call retention',
  embeds: 'Embeds',
  noticeAfterMinutes: 'Notices after',
  frontPlace: 'Place on the front page',
  adClientId: 'Publisher ID',
  adSlotHero: 'Front page, below the map',
  adSlotDashboard: 'Front page, below the saved places',
  adSlotCityDetail: 'Page of a place',
  adSlotRecentChecks: 'Popular places',
  secondFactorRequiredFor: 'Two-factor authentication required for',
}
const LIMIT = /RequestsPerMinute$/
const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** The display unit of a setting. */
export function getDisplayUnit(name: string): DisplayUnit {
  return OF_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? PLAIN
}

/** `clientCallsPerDay` → `Client calls per day`; a request limit by what it limits. */
export function formatSettingLabel(name: string): string {
  return LABELS[name] ?? formatIdentifier(name.replace(LIMIT, ''))
}

/** Converts to display units, without rounding noise. */
export function toUnit(value: number, { factor }: DisplayUnit): number {
  return Number((value * factor).toFixed(6))
}

/** Converts to the API's units; whole numbers where the API's unit is the smaller one. */
export function toApiUnit(value: number, { factor }: DisplayUnit): number {
  return Number((value / factor).toFixed(factor < 1 ? 0 : 6))
}

/** Typed input in the API's units; empty if it is not a number. */
export function parseTypedNumber(typed: number | string, unit: DisplayUnit): number | '' {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isNaN(number) ? '' : toApiUnit(number, unit)
}

/** A setting's value in words, with its unit. */
export function formatSettingValue(name: string, value: Value): string {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'string') return `“${value}”`
  const unit = getDisplayUnit(name)
  return COUNT.format(toUnit(value, unit)) + unit.suffix
}

/** The bounds in words; empty for a choice. */
export function describeSettingBounds(name: string, { minimum, maximum, maxLength, choices }: Bounds): string {
  if (choices !== undefined) return ''
  if (maxLength !== undefined) return `at most ${maxLength} characters`
  if (minimum === undefined || maximum === undefined) return ''
  return `${formatSettingValue(name, minimum)} to ${formatSettingValue(name, maximum)}`
}

/** Why a value cannot be saved; undefined: it can. Conflicts between settings are left to the API. */
export function findSettingProblem(name: string, value: Value, bounds: Bounds): string | undefined {
  if (bounds.type === 'string') {
    if (!bounds.mayBeNull && (value === null || value === '')) return 'Required'
    return undefined
  }
  if (value === null && bounds.mayBeNull) return undefined
  if (typeof value !== 'number' || Number.isNaN(value)) return 'Enter a number'
  if (bounds.type === 'integer' && !Number.isInteger(value)) return 'Must be a whole number'
  const { minimum = -Infinity, maximum = Infinity } = bounds
  return value < minimum || value > maximum ? `Must be from ${describeSettingBounds(name, bounds)}` : undefined
}

export type Config = Answer<'get', '/api/admin/config'>
export type Value = string | number | null
export type Bounds = NonNullable<Config['bounds'][string]>

/** A change of one setting, as the audit log has it. */
export interface Change {
  readonly at: string
  readonly actor: string
  readonly before: Value
  readonly after: Value
}

type AuditEntry = Answer<'get', '/api/admin/audit'>['items'][number]

/** The changes of each setting, newest first. `entries` are of `settings.update`, in that order. */
export function groupSettingChanges(entries: readonly AuditEntry[]): ReadonlyMap<string, readonly Change[]> {
  const history = new Map<string, Change[]>()
  for (const { at, actor, before, after } of entries) {
    for (const [name, value] of Object.entries(after ?? {})) {
      const change = { at, actor, before: (before?.[name] ?? null) as Value, after: value as Value }
      history.set(name, [...(history.get(name) ?? []), change])
    }
  }
  return history
}

/** What a search for a setting looks through. */
export function describeSetting(name: string, { group, meaning }: Pick<Bounds, 'group' | 'meaning'>): string {
  return `${name} ${formatSettingLabel(name)} ${group} ${meaning}`
}

/** Whether a text has each word of a search. */
export function matchSearch(search: string, text: string): boolean {
  const all = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Unsaved changes by setting; null: back to the default. */
export type Drafts = Readonly<Record<string, Value>>

/** The value in force. */
export const getSettingValue = ({ settings }: Config, name: string): Value => (settings as unknown as Record<string, Value>)[name] ?? null
/** The value used when none is set. */
export const getSettingDefault = ({ defaults }: Config, name: string): Value => (defaults as unknown as Record<string, Value>)[name] ?? null

/** The value in force once the drafts are saved. */
export function getDraftedSetting(config: Config, drafts: Drafts, name: string): Value {
  const draft = drafts[name]
  return draft === undefined ? getSettingValue(config, name) : (draft ?? getSettingDefault(config, name))
}

/** The drafts with a new value for one setting. The value in force needs no draft; the default becomes null. */
export function changeDraft(config: Config, drafts: Drafts, name: string, value: Value): Drafts {
  const { [name]: _, ...others } = drafts
  if (value === getSettingValue(config, name)) return others
  return { ...others, [name]: value === getSettingDefault(config, name) ? null : value }
}

/** The settings by group, in the API's order. */
export function groupSettings({ bounds }: Config): readonly (readonly [group: string, names: readonly string[]])[] {
  const groups = new Map<string, string[]>()
  for (const [name, bound] of Object.entries(bounds))
    if (bound !== undefined) groups.set(bound.group, [...(groups.get(bound.group) ?? []), name])
  return [...groups]
}
