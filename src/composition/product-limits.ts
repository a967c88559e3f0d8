import { type Product, getProviderId, toVariableName } from '@isobar/providers/port'
import type { Config } from '../config/config.ts'
import type { Connections } from '../features/operations/connections/index.ts'
import type { LimitOrigin } from '../features/operations/usage/index.ts'
import { type Budget, type BudgetLimits, HOUR_SECONDS, MINUTE_SECONDS, MONTH_SECONDS } from '../gateway/index.ts'
import { DAY_SECONDS } from '../time.ts'

const LIMIT_NAMES: Readonly<Record<number, string>> = {
  [MINUTE_SECONDS]: 'minuteLimit',
  [HOUR_SECONDS]: 'hourlyLimit',
  [DAY_SECONDS]: 'dailyLimit',
  [MONTH_SECONDS]: 'monthlyLimit',
}

/** The limits of one of a provider's budgets: an admin's, else the environment's; 0 for none. */
export function getBudgetLimits(
  config: Pick<Config, 'providers'>,
  connections: Pick<Connections, 'get'>,
  { id, budget }: Pick<Product, 'id'> & { readonly budget: Budget },
): BudgetLimits {
  const provider = getProviderId(id)
  const [stored, stated] = [connections.get(provider).settings, config.providers[provider]]
  const limit = (windowSeconds: number): number => {
    const name = settingOf(budget, windowSeconds)
    return Number(stored[name] ?? stated?.[name] ?? 0)
  }
  return {
    perMinute: limit(MINUTE_SECONDS),
    perHour: limit(HOUR_SECONDS),
    perDay: limit(DAY_SECONDS),
    perMonth: limit(MONTH_SECONDS),
  }
}

/** Where a product's limit for a window is stated. */
export function findLimitOrigin(
  connections: Pick<Connections, 'get'>,
  { id, budget, limits }: Product,
  windowSeconds: number,
): LimitOrigin {
  if (limits !== undefined || budget === undefined) return { setting: null, variable: null, isStored: false }
  const provider = getProviderId(id)
  const setting = settingOf(budget, windowSeconds)
  return { setting, variable: toVariableName(provider, setting), isStored: setting in connections.get(provider).settings }
}

/** `minuteLimit` is the limit of a provider's weather, `tilesMinuteLimit` that of its tiles. */
function settingOf(budget: Budget, windowSeconds: number): string {
  const name = LIMIT_NAMES[windowSeconds] ?? ''
  return budget === 'weather' ? name : budget + name[0]?.toUpperCase() + name.slice(1)
}
