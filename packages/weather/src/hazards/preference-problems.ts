import { CHANCE, type Hazard, HAZARDS, isPrecipitationHazard, THRESHOLDS } from './hazard.ts'
import { COOLDOWN_MINUTES, isClockTime, isJsonObject, isAllowedLimit, isWithin, LEAD_HOURS, MIN_SEVERITIES } from './preferences.ts'

/** A problem and its path in the preferences: `wind.minGustKmh`. The empty path is the whole. */
export interface PreferenceProblem {
  readonly path: string
  readonly message: string
}

/** Bounds on the unknown keys that are stored. */
export const PREFERENCE_LIMITS = { keys: 64, keyLength: 64, jsonLength: 4_096 } as const

const OPTIONS = new Set(['official', 'minSeverity', 'leadHours', 'cooldownMinutes', 'quietHours', 'notifyCancelled'])

/**
 * Validates what a client sent or a merge produced. Unknown keys are not problems: `ignored` lists their paths (`hail`,
 * `wind.minBeaufort`), for the caller to store and report. Null means "not set" everywhere.
 */
export function parsePreferences(raw: unknown): { readonly problems: readonly PreferenceProblem[]; readonly ignored: readonly string[] } {
  if (raw === null || raw === undefined) return { problems: [], ignored: [] }
  if (!isJsonObject(raw)) return { problems: [{ path: '', message: 'must be an object' }], ignored: [] }
  const size = sizeProblem(raw)
  if (size !== null) return { problems: [{ path: '', message: size }], ignored: [] }
  const problems: PreferenceProblem[] = []
  const ignored: string[] = []
  for (const [key, value] of Object.entries(raw)) {
    const isHazard = (HAZARDS as readonly string[]).includes(key)
    if (!isHazard && !OPTIONS.has(key)) ignored.push(key)
    else if (value !== null && value !== undefined) {
      const found = isHazard ? checkHazard(key as Hazard, value) : checkOption(key, value)
      problems.push(...found.problems)
      ignored.push(...found.ignored)
    }
  }
  return { problems, ignored }
}

function sizeProblem(raw: object): string | null {
  const keys = Object.keys(raw)
  if (keys.length > PREFERENCE_LIMITS.keys) return `must have at most ${PREFERENCE_LIMITS.keys} keys`
  if (keys.some((key) => key.length > PREFERENCE_LIMITS.keyLength))
    return `must have keys of at most ${PREFERENCE_LIMITS.keyLength} characters`
  return JSON.stringify(raw).length > PREFERENCE_LIMITS.jsonLength
    ? `must be at most ${PREFERENCE_LIMITS.jsonLength} characters of JSON`
    : null
}

interface Findings {
  readonly problems: readonly PreferenceProblem[]
  readonly ignored: readonly string[]
}

const FINE: Findings = { problems: [], ignored: [] }

const problem = (path: string, message: string): Findings => ({ problems: [{ path, message }], ignored: [] })

function checkHazard(hazard: Hazard, value: unknown): Findings {
  if (typeof value === 'boolean') return FINE
  if (!isJsonObject(value)) return problem(hazard, 'must be a boolean or an object')
  const rules = [...(THRESHOLDS[hazard] === undefined ? [] : [THRESHOLDS[hazard]]), ...(isPrecipitationHazard(hazard) ? [CHANCE] : [])]
  return {
    problems: rules.flatMap((rule): PreferenceProblem[] => {
      const limit = value[rule.key] ?? null
      if (limit === null || isAllowedLimit(limit, rule)) return []
      const message = `must be ${rule.isLevel === true ? 'an integer' : 'a number'} from ${rule.min} to ${rule.max}`
      return [{ path: `${hazard}.${rule.key}`, message }]
    }),
    ignored: unknownKeys(
      hazard,
      value,
      rules.map(({ key }) => key),
    ),
  }
}

function checkOption(key: string, value: unknown): Findings {
  switch (key) {
    case 'minSeverity':
      return MIN_SEVERITIES.some((severity) => severity === value) ? FINE : problem(key, `must be one of ${MIN_SEVERITIES.join(', ')}`)
    case 'leadHours':
      return checkWhole(key, value, LEAD_HOURS)
    case 'cooldownMinutes':
      return checkWhole(key, value, COOLDOWN_MINUTES)
    case 'quietHours':
      return checkQuietHours(value)
    default:
      return typeof value === 'boolean' ? FINE : problem(key, 'must be a boolean')
  }
}

function checkWhole(key: string, value: unknown, rule: { readonly min: number; readonly max: number }): Findings {
  return isWithin(value, rule) && Number.isInteger(value) ? FINE : problem(key, `must be an integer from ${rule.min} to ${rule.max}`)
}

function checkQuietHours(value: unknown): Findings {
  if (!isJsonObject(value)) return problem('quietHours', 'must be an object')
  const { from, to, exceptExtreme } = value
  const problems: PreferenceProblem[] = []
  for (const [path, time] of [
    ['quietHours.from', from],
    ['quietHours.to', to],
  ] as const)
    if (!isClockTime(time)) problems.push({ path, message: 'must be a time of day, HH:MM' })
  if (problems.length === 0 && from === to) problems.push({ path: 'quietHours.to', message: 'must differ from quietHours.from' })
  if (exceptExtreme !== undefined && exceptExtreme !== null && typeof exceptExtreme !== 'boolean')
    problems.push({ path: 'quietHours.exceptExtreme', message: 'must be a boolean' })
  return { problems, ignored: unknownKeys('quietHours', value, ['from', 'to', 'exceptExtreme']) }
}

function unknownKeys(path: string, value: object, known: readonly string[]): string[] {
  return Object.keys(value).flatMap((key) => (known.includes(key) ? [] : `${path}.${key}`))
}
