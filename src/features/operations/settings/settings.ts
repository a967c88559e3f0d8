import type { Actor } from '../../../admin/access/index.ts'
import { selectChangedFields as differences } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Changes } from '../../../platform/db/changes.ts'
import { openLiveRows } from '../../../platform/db/live-rows.ts'
import type { EnvironmentDefaults } from './definition.ts'
import { listSettingConflicts, SETTING_NAMES, type SettingConflict, type SettingName, type SettingValues } from './definitions.ts'
import { SETTINGS_TOPIC, type SettingsRow, type SettingsStore } from './store.ts'
import { buildSettingDefaults, buildSettingValues } from './values.ts'

/** Values for some settings, each within its bounds; null resets one to its default. */
export type SettingsPatch = { readonly [Name in SettingName]?: SettingValues[Name] | null }

export interface SettingsState {
  readonly values: SettingValues
  /** The values if nothing were set. */
  readonly defaults: SettingValues
  /** Which are set, even if to their defaults. */
  readonly set: readonly SettingName[]
  readonly version: number
  /** Epoch milliseconds; null before the first change. */
  readonly updatedAt: number | null
}

export type Settings = Awaited<ReturnType<typeof openSettings>>

export interface SettingsOptions {
  readonly store: SettingsStore
  readonly changes: Pick<Changes, 'watch'>
  readonly environment: EnvironmentDefaults
  readonly clock: Clock
}

/** Returns what is wrong with the values that would be in force; null: nothing. */
type SettingsCheck = (after: SettingValues, before: SettingValues) => SettingConflict | null

/** Key of the only row. */
const ONE = 'settings'

/** The settings in force, in memory on every node; a change takes effect on all nodes within five seconds. Rejects on database errors. */
export async function openSettings({ store, changes, environment, clock }: SettingsOptions) {
  const live = await openLiveRows<SettingsRow, SettingsState>({
    topic: SETTINGS_TOPIC,
    changes,
    list: async () => [await store.find()],
    keyOf: () => ONE,
    stateOf: (row) => stateOf(row, environment),
  })
  const state = (): SettingsState => live.get(ONE) as SettingsState
  const checks: SettingsCheck[] = []

  return {
    /** The values in force: the same object until they change. */
    current: (): SettingValues => state().values,
    state,
    /** Calls back with the values in force, now and after every change. Must not throw. */
    follow(apply: (values: SettingValues) => void): void {
      live.follow(ONE, ({ values }) => apply(values))
      apply(state().values)
    },
    /** Adds a check of what is about to be saved, by a part of the service that settings know nothing of. */
    addCheck: (check: SettingsCheck): void => void checks.push(check),
    /**
     * Applies a patch, all or nothing.
     * @throws AppError `invalid_request` when settings contradict each other, `conflict` when `version` is not the current one
     */
    async update(patch: SettingsPatch, version: number | undefined, actor: Actor): Promise<SettingsState> {
      const row = await store.change(version, { name: actor.name, now: clock.now() }, (former) => {
        const overrides = merged(former, patch)
        const before = buildSettingValues(former.overrides, environment)
        const after = buildSettingValues(overrides, environment)
        const details = [...listSettingConflicts(after, before, environment), ...checks.flatMap((check) => check(after, before) ?? [])]
        if (details[0] !== undefined) throw new AppError('invalid_request', 'These settings conflict with each other', { details })
        return {
          overrides,
          audit: {
            actor,
            action: 'settings.update',
            object: { type: 'settings', id: null },
            // One change for each setting given, as the page counts them; not for defaults that follow from it.
            ...differences(givenIn(patch, before), givenIn(patch, after)),
          },
        }
      })
      return live.accept(row)
    },
  }
}

function stateOf({ version, overrides, updatedAt }: SettingsRow, environment: EnvironmentDefaults): SettingsState {
  const values = buildSettingValues(overrides, environment)
  return {
    values,
    defaults: buildSettingDefaults(environment),
    set: SETTING_NAMES.filter((name) => name in overrides),
    version,
    updatedAt,
  }
}

function givenIn(patch: SettingsPatch, values: SettingValues): Partial<SettingValues> {
  return Object.fromEntries(SETTING_NAMES.filter((name) => patch[name] !== undefined).map((name) => [name, values[name]]))
}

function merged({ overrides }: SettingsRow, patch: SettingsPatch): Record<string, unknown> {
  const result: Record<string, unknown> = { ...overrides }
  for (const name of SETTING_NAMES) {
    const value = patch[name]
    if (value === null) delete result[name]
    else if (value !== undefined) result[name] = value
  }
  return result
}
