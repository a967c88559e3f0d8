import { StartupError } from '../platform/startup-error.ts'
import { RATE_LIMIT_DEFAULTS, type RateLimitName } from './rate-limits.ts'
import { BadValue, VARIABLES, type Variable } from './variables.ts'

type Values = { readonly [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name] extends Variable<infer T> ? T : never }

/** The checked environment, frozen, with what follows from several variables. */
export interface Config extends Omit<Values, 'RATE_LIMITS' | 'SECOND_PROVIDER_BASE_URL' | 'SECOND_PROVIDER_FALLBACK'> {
  readonly RATE_LIMITS: Readonly<Record<RateLimitName, number>>
  readonly SECOND_PROVIDER_BASE_URL: URL
  readonly SECOND_PROVIDER_FALLBACK: boolean
  /** What the operator should know about these settings, one line each. */
  readonly notices: readonly string[]
}

/**
 * Reads and checks every variable at once; an empty one counts as unset.
 * @throws StartupError that names each faulty variable, and never a value
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => {
      const text = env[name]?.trim()
      if (text === undefined || text === '') return [name, variable.default]
      try {
        return [name, variable.parse(text)]
      } catch (error) {
        if (!(error instanceof BadValue)) throw error
        faults.push(`${name} ${error.message}`)
        return [name, variable.default]
      }
    }),
  ) as Values
  if (values.DATABASE_URL !== null && values.ADMIN_SECRET === null && (env['ADMIN_SECRET'] ?? '').trim() === '') {
    faults.push('ADMIN_SECRET is required with DATABASE_URL')
  }
  if (faults.length > 0)
    throw new StartupError(faults.length === 1 ? `${faults[0]}` : `Settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return Object.freeze({ ...values, ...derive(values) })
}

function derive(values: Values): Pick<Config, 'RATE_LIMITS' | 'SECOND_PROVIDER_BASE_URL' | 'SECOND_PROVIDER_FALLBACK' | 'notices'> {
  const isCommercial = values.SECOND_PROVIDER_API_KEY !== null
  const isForbidden = values.SECOND_PROVIDER_FALLBACK && values.AD_PROGRAM_CLIENT_ID !== null && !isCommercial
  return {
    RATE_LIMITS: {
      ...RATE_LIMIT_DEFAULTS,
      'upstream-day': Math.max(1, Math.floor(values.UPSTREAM_DAILY_LIMIT / 4)),
      ...values.RATE_LIMITS,
    },
    SECOND_PROVIDER_BASE_URL:
      values.SECOND_PROVIDER_BASE_URL ?? new URL(isCommercial ? 'https://customer-api.open-meteo.com' : 'https://api.open-meteo.com'),
    SECOND_PROVIDER_FALLBACK: values.SECOND_PROVIDER_FALLBACK && !isForbidden,
    notices: isForbidden
      ? ['The second provider is off: its free use excludes sites with ads. Set SECOND_PROVIDER_API_KEY, or unset AD_PROGRAM_CLIENT_ID.']
      : [],
  }
}
