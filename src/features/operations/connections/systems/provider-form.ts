import type { SettingDeclarations } from '@isobar/providers/port'
import type { FieldError } from '../../../../errors.ts'
import type { OutsideSystem } from '../system.ts'
import { buildInvalidSettingsError, buildSecretForm } from './secret-form.ts'
import { createRangeCheck } from './setting-checks.ts'

const MAX_CALLS = 1_000_000_000
const isLimit = createRangeCheck(1, MAX_CALLS)

/**
 * The form of a provider: its limits by their names, and its key if that has no route of its own. An omitted setting stays; null is the
 * environment's.
 */
export function buildProviderForm(declared: SettingDeclarations, hasOwnKeyRoute: boolean): NonNullable<OutsideSystem['form']> {
  const keyKind = hasOwnKeyRoute ? undefined : declared['apiKey']?.kind
  const names = Object.keys(declared).filter((name) => declared[name]?.kind === 'limit')
  return (patch, former) => {
    const { apiKey, ...sent } = patch ?? { ...Object.fromEntries(names.map((name) => [name, null])), ...(keyKind && { apiKey: null }) }
    const faults = Object.entries(sent)
      .slice(0, 50)
      .flatMap(([name, value]): FieldError[] => {
        const path = `settings.${name.slice(0, 100)}`
        if (!names.includes(name)) return [{ path, message: 'is not a setting of this provider' }]
        return value === null || isLimit(value) ? [] : [{ path, message: `must be a whole number from 1 to ${MAX_CALLS}, or null` }]
      })
    if (apiKey !== undefined && keyKind === undefined)
      faults.push({ path: 'settings.apiKey', message: 'cannot be set here: its key has its own route, or it needs none' })
    if (faults.length > 0) throw buildInvalidSettingsError(faults)
    const settings = Object.fromEntries(Object.entries({ ...former.settings, ...sent }).filter(([, value]) => value !== null))
    if (apiKey === undefined) return { settings, isReachedAsBefore: true }
    return { ...buildSecretForm('apiKey', keyKind === 'privateKey')({ apiKey }, former), settings }
  }
}
