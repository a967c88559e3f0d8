import { buildUnsignedActor } from '../admin/access/index.ts'
import type { Config } from '../config/config.ts'
import {
  CLIENT_SCOPES,
  createClientKeyService,
  DEFAULT_OVERLAP_HOURS,
  isClientScope,
  type KeyService,
  type KeyTerms,
  type ListedKey,
  MAX_LIMIT,
  MAX_OVERLAP_HOURS,
} from '../features/clients/keys/index.ts'
import { systemClock } from '../platform/clock.ts'
import { StartupError } from '../platform/startup-error.ts'
import { CLIENT_KEY_USAGE, runInDatabase, readArguments } from './arguments.ts'

const USAGE = `usage: ${CLIENT_KEY_USAGE}. KEY is its name, id or first characters`
const ACTOR = buildUnsignedActor('command line')
const OPTIONS = {
  scopes: { type: 'string' },
  origins: { type: 'string', default: '' },
  'per-minute': { type: 'string' },
  'per-day': { type: 'string' },
  'per-month': { type: 'string' },
  expires: { type: 'string' },
  'overlap-hours': { type: 'string' },
} as const

/** `admin key create|list|rotate|revoke`: client keys, as in the back office. A running service learns of changes at once. */
export async function runClientKeyCommand(config: Config, args: readonly string[]): Promise<void> {
  const { command, subject, values } = parse(args)
  await runInDatabase(config, async (db) => {
    const keys = createClientKeyService({ db, clock: systemClock })
    if (command === 'list') await list(keys)
    else if (command === 'create') await create(keys, termsOf(subject, values))
    else if (command === 'rotate') await rotate(keys, subject, values)
    else await revoke(keys, subject)
  })
}

function parse(args: readonly string[]) {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  const [command = '', subject = '', ...rest] = positionals
  const isComplete = command === 'list' ? subject === '' : ['create', 'rotate', 'revoke'].includes(command) && subject.trim() !== ''
  if (!isComplete || rest.length > 0) throw new StartupError(USAGE)
  return { command, subject: subject.trim(), values }
}

type Values = ReturnType<typeof parse>['values']

function termsOf(name: string, values: Values): KeyTerms {
  const scopes = wordsIn(values.scopes)
  const expiresAt = values.expires === undefined ? null : Date.parse(values.expires)
  if (name.length > 100) throw new StartupError('the name must have at most 100 characters')
  if (scopes.length === 0 || !scopes.every(isClientScope))
    throw new StartupError(`--scopes must be some of ${CLIENT_SCOPES.join(', ')}, separated by commas`)
  if (Number.isNaN(expiresAt)) throw new StartupError('--expires must be a date such as 2027-01-31')
  return {
    name,
    scopes,
    origins: wordsIn(values.origins),
    perMinute: numberOf('per-minute', values, 1, MAX_LIMIT),
    perDay: numberOf('per-day', values, 1, MAX_LIMIT),
    perMonth: numberOf('per-month', values, 1, MAX_LIMIT),
    expiresAt,
    disabled: false,
  }
}

function wordsIn(text = ''): string[] {
  return text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))
}

function numberOf(name: 'per-minute' | 'per-day' | 'per-month' | 'overlap-hours', values: Values, min: number, max: number): number | null {
  const text = values[name]
  if (text === undefined) return null
  const value = Number(text)
  if (!/^\d{1,10}$/.test(text) || value < min || value > max)
    throw new StartupError(`--${name} must be a whole number from ${min} to ${max}`)
  return value
}

async function list(keys: KeyService): Promise<void> {
  const all = await keys.list()
  for (const key of all) console.log(describe(key))
  if (all.length === 0) console.log('There are no client keys yet.')
}

function describe({ id, name, start, state, scopes, today, month, lastUsedAt }: ListedKey): string {
  const used = lastUsedAt === null ? 'never used' : `used ${new Date(lastUsedAt).toISOString()}`
  return [`${start}…`, name, state, scopes.join(','), `${today} today, ${month} this month`, used, id].join('\t')
}

async function create(keys: KeyService, terms: KeyTerms): Promise<void> {
  const { key, secret } = await keys.create(terms, ACTOR)
  console.log(`${key.name} created with the scopes ${key.scopes.join(', ')}. The key is shown only now:\n${secret}`)
}

async function rotate(keys: KeyService, subject: string, values: Values): Promise<void> {
  const overlapHours = numberOf('overlap-hours', values, 0, MAX_OVERLAP_HOURS) ?? DEFAULT_OVERLAP_HOURS
  const { key, secret } = await keys.rotate((await find(keys, subject)).id, overlapHours, undefined, ACTOR)
  const former = key.formerUntil === null ? 'no longer valid' : `valid until ${new Date(key.formerUntil).toISOString()}`
  console.log(`${key.name} has a new key; the former one is ${former}. The key is shown only now:\n${secret}`)
}

async function revoke(keys: KeyService, subject: string): Promise<void> {
  const { name } = await keys.revoke((await find(keys, subject)).id, ACTOR)
  console.log(`${name} is revoked.`)
}

/** The key of that name, id or start. */
async function find(keys: KeyService, subject: string): Promise<ListedKey> {
  const found = (await keys.list()).filter(({ id, name, start }) => [id, name, start, `${start}…`].includes(subject))
  const usable = found.length > 1 ? found.filter(({ revokedAt }) => revokedAt === null) : found
  const [key] = usable
  if (key === undefined) throw new StartupError(`There is no client key ${subject}`)
  if (usable.length > 1) throw new StartupError(`There are ${usable.length} client keys called ${subject}: use the id`)
  return key
}
