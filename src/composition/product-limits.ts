import type { Config } from '../config/config.ts'
import type { LimitOrigin } from '../features/operations/usage/index.ts'
import { type Budget, type BudgetLimits, HOUR_SECONDS, MINUTE_SECONDS, MONTH_SECONDS } from '../gateway/index.ts'
import { type Product, providerOf } from '../providers/provider.ts'
import { type SettingValues, variableName } from '../providers/settings.ts'
import { DAY_SECONDS } from '../time.ts'
import { listIn } from './provider-list.ts'

const LIMIT_NAMES: Readonly<Record<number, string>> = {
  [MINUTE_SECONDS]: 'minuteLimit',
  [HOUR_SECONDS]: 'hourlyLimit',
  [DAY_SECONDS]: 'dailyLimit',
  [MONTH_SECONDS]: 'monthlyLimit',
}

/** The settings of the back office that replace the first provider's limits. */
const SETTINGS: Readonly<Record<number, string>> = { [MINUTE_SECONDS]: 'upstreamMinuteLimit', [DAY_SECONDS]: 'upstreamDailyLimit' }

/** The limits of one of a provider's budgets, by its settings; 0 for none. */
export function budgetLimits(settings: SettingValues = {}, budget: Budget): BudgetLimits {
  const limit = (windowSeconds: number): number => Number(settings[settingOf(budget, windowSeconds)] ?? 0)
  return {
    perMinute: limit(MINUTE_SECONDS),
    perHour: limit(HOUR_SECONDS),
    perDay: limit(DAY_SECONDS),
    perMonth: limit(MONTH_SECONDS),
  }
}

/** Whether admins set the product's limits: those of the weather of the provider that the environment names first, unless it has its own. */
export function isFirstWeather(config: Config, { id, budget, limits }: Product): boolean {
  return budget === 'weather' && limits === undefined && providerOf(id) === listIn(config)[0]?.id
}

/** Where a product's limit for a window is stated. */
export function limitOrigin(config: Config, product: Product, windowSeconds: number): LimitOrigin {
  const { id, budget, limits } = product
  if (limits !== undefined || budget === undefined) return { setting: null, variable: null }
  const setting = isFirstWeather(config, product) ? SETTINGS[windowSeconds] : undefined
  if (setting !== undefined) return { setting, variable: null }
  return { setting: null, variable: variableName(providerOf(id), settingOf(budget, windowSeconds)) }
}

/** `minuteLimit` is the limit of a provider's weather, `tilesMinuteLimit` that of its tiles. */
function settingOf(budget: Budget, windowSeconds: number): string {
  const name = LIMIT_NAMES[windowSeconds] ?? ''
  return budget === 'weather' ? name : budget + name[0]?.toUpperCase() + name.slice(1)
}
