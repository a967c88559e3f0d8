import type { Actor } from '../../../../admin/access/index.ts'
import { selectChangedFields } from '../../../../admin/audit/index.ts'
import { AppError } from '../../../../errors.ts'
import type { Context } from '../context.ts'
import { endSubscriptions } from '../ending.ts'
import { parseIanaZone, buildInvalidFieldsError, cleanPlaceName, listSettingFaults } from '../input.ts'
import { checkPreferences, mergeStoredPreferences } from '../preferences.ts'
import { reactivateSubscriptions } from '../reactivation.ts'
import type { SubscriptionEdit } from '../schemas.ts'
import type { Subscription } from '../subscription.ts'
import type { SubscriptionAdminStore, VersionedSubscription } from './store.ts'

export type SubscriptionAdmin = ReturnType<typeof createSubscriptionAdmin>

export interface SubscriptionAdminOptions extends Pick<Context, 'keyedHash' | 'clock'> {
  readonly store: SubscriptionAdminStore
}

/** Lists, counts and edits subscriptions for the back office. */
export function createSubscriptionAdmin({ store, ...context }: SubscriptionAdminOptions) {
  return {
    list: store.list,
    summary: store.summary,
    /** @throws AppError invalid_request, not_found, conflict, limit_reached */
    async edit({ id, version, ...edited }: SubscriptionEdit, actor: Actor): Promise<VersionedSubscription> {
      const found = await store.find(id)
      const changed =
        found &&
        (await store.change(found, version, async (unit, current) => {
          const now = context.clock.now()
          const next = editedOf(current, edited, now)
          const isEnded = current.ended === null && edited.active === false
          const isBack = current.ended !== null && edited.active === true
          const { before, after } = selectChangedFields(auditable(current), {
            ...auditable(next),
            active: edited.active ?? current.ended === null,
          })
          if (Object.keys(after).length === 0) return null
          if (JSON.stringify(auditable(next)) !== JSON.stringify(auditable(current))) await unit.update({ ...next, updatedAt: now })
          if (isEnded) await endSubscriptions(context, unit, [next], 'admin', now)
          if (isBack) await reactivateSubscriptions(context, unit, [next], now)
          return { at: now, actor, action: 'subscription.update', object: { type: 'subscription', id }, before, after }
        }))
      if (changed === undefined) throw new AppError('not_found', 'No such subscription')
      return changed
    },
  }
}

type Changes = Omit<SubscriptionEdit, 'id' | 'version'>

/** The subscription with all changes except to `active`. @throws AppError invalid_request that names every invalid field */
function editedOf(current: Subscription, edited: Changes, now: number): Subscription {
  const { type } = current
  const { frequency, lang, timezone, alertPrefs, cityName } = edited
  const zone = timezone === undefined ? undefined : parseIanaZone(timezone)
  const faults = listSettingFaults(type, { frequency, lang, zone })
  const fault = (path: string, message: string): void => void faults.push({ path, message })
  if (alertPrefs !== undefined && type !== 'city_alerts') fault('alertPrefs', 'only allowed for city_alerts subscriptions')
  if (cityName !== undefined && type === 'newsletter') fault('cityName', 'not allowed for a newsletter')
  if (edited.active === true && current.ended !== null && current.ended.by !== 'admin') {
    fault('active', 'was ended by its subscriber, who alone can reactivate it')
  }
  const merged = alertPrefs === undefined ? current.alertPrefs : mergeStoredPreferences(current.alertPrefs, alertPrefs)
  if (alertPrefs !== undefined) faults.push(...checkPreferences(merged, current.alertPrefs).problems)
  if (faults.length > 0) throw buildInvalidFieldsError(faults)
  return {
    ...current,
    cityName: cityName === undefined ? current.cityName : cleanPlaceName(cityName),
    frequency: frequency ?? current.frequency,
    alertOnRain: edited.alertOnRain ?? current.alertOnRain,
    alertOnStorm: edited.alertOnStorm ?? current.alertOnStorm,
    alertPrefs: merged,
    lang: lang ?? current.lang,
    units: edited.units ?? current.units,
    timezone: zone ?? current.timezone,
    langNamedAt: lang === undefined ? current.langNamedAt : now,
    unitsNamedAt: edited.units === undefined ? current.unitsNamedAt : now,
    timezoneNamedAt: zone === undefined ? current.timezoneNamedAt : now,
  }
}

/** The fields for the audit log: nothing that identifies the person. */
function auditable({ cityName, frequency, alertOnRain, alertOnStorm, alertPrefs, lang, units, timezone, ended }: Subscription) {
  return { cityName, frequency, alertOnRain, alertOnStorm, alertPrefs, lang, units, timezone, active: ended === null }
}
