import { isDeepStrictEqual } from 'node:util'
import { UNIT_SYSTEMS, type UnitSystem, buildPreferenceFields, readSentPreferences } from '@isobar/weather'
import { type FieldError, buildInvalidFieldError } from '../../../../errors.ts'
import { LANGUAGES } from '../../../../messages/languages.ts'
import { getMailWords } from '../../../mail/catalogue/index.ts'
import type { Context, LinkedBrowserPlace } from '../context.ts'
import { endSubscriptions } from '../ending.ts'
import { INACTIVE_RETENTION_MS } from '../limits.ts'
import { findNamed, listVisible, buildVisibleFilter } from '../links/visible.ts'
import { checkPreferences, mergeStoredPreferences } from '../preferences.ts'
import { runOnEndedSubscriptions, reactivateSubscriptions } from '../reactivation.ts'
import type { Unit } from '../store.ts'
import { FREQUENCIES_OF, isDeliverable, type Subscription } from '../subscription.ts'
import { SUBSCRIPTION_TYPES } from '../tables.ts'
import { getSubscriptionPreferences, listPreferenceEntries, type Entry } from './entries.ts'

/** The content of a token's page. */
export interface Overview {
  /** The subscription that the token names. */
  readonly named: Subscription
  readonly entries: readonly Entry[]
  /** What browsers are notified of in which the address subscribed. */
  readonly browsers: readonly LinkedBrowserPlace[]
}

/** Why an entry was not saved. */
export interface EntryFaults {
  readonly entry: Entry
  readonly faults: readonly FieldError[]
}

export type PreferencePageService = ReturnType<typeof createPreferencePageService>

/** The service behind the preferences page. */
export function createPreferencePageService(context: Context) {
  const { store, clock } = context

  const named = (token: string) => findNamed(context, token)
  const filterOf = (subscription: Subscription) => buildVisibleFilter(context, subscription, SUBSCRIPTION_TYPES)
  const listVisibleOf = (unit: Unit, subscription: Subscription) => listVisible(unit, filterOf(subscription))

  return {
    /** @throws AppError not_found */
    async find(token: string): Promise<Overview> {
      const subscription = await named(token)
      const rows = await store.transaction({}, (unit) => listVisibleOf(unit, subscription))
      return { named: subscription, entries: listPreferenceEntries(rows), browsers: await context.browsers.list(clientsOf(rows)) }
    },

    /** Ends notifications of a place in one of these browsers. @throws AppError not_found */
    async forget(token: string, id: string): Promise<void> {
      const subscription = await named(token)
      const rows = await store.transaction({}, (unit) => listVisibleOf(unit, subscription))
      await context.browsers.remove(clientsOf(rows), id)
    },

    /**
     * Saves the form's values for the entries that it names, all or nothing. Resolves to the validation errors.
     * @throws AppError not_found, invalid_request
     */
    async save(token: string, form: URLSearchParams): Promise<readonly EntryFaults[]> {
      const subscription = await named(token)
      // A preselected value is not a choice: rows with another language or units keep theirs.
      const language = changed(choiceOf(form, 'lang', LANGUAGES), getMailWords(subscription.lang).language)
      const units = changed(choiceOf(form, 'units', UNIT_SYSTEMS), subscription.units)
      return await store.transaction({ emailKeys: [subscription.emailKey] }, async (unit) => {
        const entries = listPreferenceEntries(await listVisibleOf(unit, subscription))
        const now = clock.now()
        const faulty: EntryFaults[] = []
        const rewritten: Subscription[] = []
        for (const entry of entries) {
          const changed = entry.rows.map((row) => rowWith(row, entry.shown, form, { language, units, now }))
          const faults = changed.flatMap(({ alertPrefs, type }, i) =>
            type === 'city_alerts' ? checkPreferences(alertPrefs, entry.rows[i]?.alertPrefs).problems : [],
          )
          if (faults.length > 0) faulty.push({ entry, faults })
          rewritten.push(...changed.filter((row, i) => !isDeepStrictEqual(row, entry.rows[i])))
        }
        if (faulty.length === 0) for (const row of rewritten) await unit.update({ ...row, updatedAt: now })
        return faulty
      })
    },

    /**
     * Ends the entry that the row belongs to, or all (null). Resolves to the instant that an undo names; null when nothing was active.
     * @throws AppError not_found
     */
    async end(token: string, id: string | null): Promise<number | null> {
      const subscription = await named(token)
      return await store.transaction({ emailKeys: [subscription.emailKey] }, async (unit) => {
        const entries = listPreferenceEntries(await listVisibleOf(unit, subscription))
        const rows = entries.filter((entry) => id === null || entry.rows.some((row) => row.id === id)).flatMap((entry) => entry.rows)
        const now = clock.now()
        await endSubscriptions(context, unit, rows, 'mail', now)
        return rows.length === 0 ? null : now
      })
    },

    /** Restores what was ended at that instant, within 30 days. @throws AppError not_found, limit_reached */
    async undo(token: string, endedAt: number): Promise<void> {
      const subscription = await named(token)
      const listEnded = async (unit: Unit) => {
        const since = Math.max(endedAt, clock.now() - INACTIVE_RETENTION_MS)
        return (await unit.listEnded(filterOf(subscription), since)).filter(({ ended }) => ended?.at === endedAt)
      }
      await runOnEndedSubscriptions(context, subscription.emailKey, listEnded, (unit, ended) =>
        reactivateSubscriptions(context, unit, ended, clock.now()),
      )
    },
  }
}

/** The clients whose subscriptions the address gets: an unconfirmed row may be anybody's. */
const clientsOf = (rows: readonly Subscription[]): string[] => [...new Set(rows.filter(isDeliverable).map(({ client }) => client))]

function changed<T>(chosen: T | null, shown: T): T | null {
  return chosen === shown ? null : chosen
}

/** The value of a field that the page always sends; null if a form omits it. @throws AppError invalid_request */
function choiceOf<const T extends string>(form: URLSearchParams, name: string, choices: readonly T[]): T | null {
  const value = form.get(name)
  if (value === null) return null
  const choice = choices.find((each) => each === value)
  if (choice === undefined) throw buildInvalidFieldError(name, `must be one of ${choices.join(', ')}`)
  return choice
}

/** The row with the form's values; the same object if nothing changes in effect. */
function rowWith(
  row: Subscription,
  shown: Subscription,
  form: URLSearchParams,
  { language, units, now }: { readonly language: string | null; readonly units: UnitSystem | null; readonly now: number },
): Subscription {
  const common = {
    ...row,
    // Keeps a regional tag of the chosen language.
    lang: language === null || getMailWords(row.lang).language === language ? row.lang : language,
    langNamedAt: language === null ? row.langNamedAt : now,
    units: units ?? row.units,
    unitsNamedAt: units === null ? row.unitsNamedAt : now,
  }
  if (!form.has(`${shown.id}.frequency`)) return common
  const frequency = choiceOf(form, `${shown.id}.frequency`, FREQUENCIES_OF[row.type]) ?? row.frequency
  if (row.type !== 'city_alerts') return { ...common, frequency }
  const shownIn = choiceOf(form, 'shownIn', UNIT_SYSTEMS) ?? 'metric'
  const patch = readSentPreferences(form, buildPreferenceFields(shown.id), getSubscriptionPreferences(shown).hazards, shownIn)
  const alertPrefs = mergeStoredPreferences(row.alertPrefs, patch)
  const chosen = { ...common, frequency, alertPrefs, alertOnRain: false, alertOnStorm: false }
  // Invalid thresholds count as defaults here, so they must not pass for unchanged.
  const isSame =
    checkPreferences(alertPrefs, row.alertPrefs).problems.length === 0 &&
    isDeepStrictEqual(getSubscriptionPreferences(chosen), getSubscriptionPreferences(row))
  return isSame ? { ...common, frequency } : chosen
}
