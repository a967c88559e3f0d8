import { randomInt } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { type Role, ROLES, buildUnsignedActor } from '../admin/access/index.ts'
import type { Tables } from '../composition/tables.ts'
import { loadAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import { createPasskeys, createSecondFactor } from '../features/accounts/sign-in/index.ts'
import {
  createNewPasswords,
  createUsers,
  formatSetupUrl,
  issueSetupToken,
  getUserStatus,
  type User,
  type Users,
} from '../features/accounts/users/index.ts'
import { createSettingsStore, getStoredSiteName } from '../features/operations/settings/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createHashKeyStore } from '../platform/secrets/hash-key-store.ts'
import { openKeyring } from '../platform/secrets/keyring.ts'
import { createPasswords } from '../platform/secrets/passwords.ts'
import { StartupError } from '../platform/startup-error.ts'
import {
  CLIENT_KEY_USAGE,
  EXPLAIN_USAGE,
  readFirstLine,
  runInDatabase,
  LOAD_AREAS_USAGE,
  LOAD_PLACES_USAGE,
  readArguments,
} from './arguments.ts'

/** One line, like every fault that the operator can fix. */
const USAGE = [
  `usage: \`admin create EMAIL [--name NAME] [--role ${ROLES.join('|')}] [--password-stdin]\``,
  '`admin reset-password EMAIL [--password-stdin] [--remove-totp]`',
  '`admin list`',
  '`admin setup-link`',
  CLIENT_KEY_USAGE,
  LOAD_AREAS_USAGE,
  LOAD_PLACES_USAGE,
  `or ${EXPLAIN_USAGE}. The default role is owner. Without --password-stdin a password is generated and printed once.`,
].join(', ')

const OPTIONS = {
  name: { type: 'string' },
  role: { type: 'string', default: 'owner' },
  'password-stdin': { type: 'boolean', default: false },
  'remove-totp': { type: 'boolean', default: false },
} as const

const ACTOR = buildUnsignedActor('command line')
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * `admin create|reset-password|list` manages accounts when mail does not work or nobody can sign in any more; `admin setup-link` prints a link to make the
 * first one with; `admin explain-alert`
 * explains an alert mail; `admin key` manages client keys; `admin load-areas` loads the areas of official warnings, `admin load-places` postcodes,
 * airports and summits.
 */
export async function runAdminCommand(config: Config, args: readonly string[]): Promise<void> {
  if (args[0] === 'load-areas') return (await import('./load-areas.ts')).loadAreasFrom(config, args.slice(1))
  if (args[0] === 'load-places') return (await import('./load-places.ts')).loadPlacesFrom(config, args.slice(1))
  if (args[0] === 'key') return (await import('./client-key.ts')).runClientKeyCommand(config, args.slice(1))
  if (args[0] === 'explain-alert') return (await import('./explain-alert.ts')).runExplainAlert(config, args.slice(1))
  const { command, email, options } = parse(args)
  await runInDatabase(config, async (db) => {
    const accounts = await openAccounts(config, db)
    if (command === 'list') await list(accounts.users)
    else if (command === 'setup-link') await printSetupLink(accounts, config)
    else if (command === 'create') await create(accounts.users, email, options)
    else await resetPassword(accounts, email, options)
  })
}

interface Options {
  readonly name?: string | undefined
  readonly role: Role
  readonly fromStdin: boolean
  readonly removeTotp: boolean
}

function parse(args: readonly string[]): { command: string; email: string; options: Options } {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  const [command = '', email = '', ...rest] = positionals
  const role = ROLES.find((each) => each === values.role)
  const isComplete = ['list', 'setup-link'].includes(command)
    ? email === ''
    : ['create', 'reset-password'].includes(command) && email !== ''
  if (!isComplete || rest.length > 0 || role === undefined) throw new StartupError(USAGE)
  return { command, email, options: { name: values.name, role, fromStdin: values['password-stdin'], removeTotp: values['remove-totp'] } }
}

async function openAccounts(config: Config, db: Kysely<Tables>) {
  const siteName = getStoredSiteName((await createSettingsStore(db).find()).overrides)
  const newPasswords = createNewPasswords(createPasswords(), () => siteName)
  const keyring = await openKeyring(createHashKeyStore(db), await loadAdminSecret(config))
  const shared = { db, newPasswords, sealing: keyring.sealing, clock: systemClock, onMail: () => undefined }
  const users = createUsers(shared)
  const secondFactor = createSecondFactor({ ...shared, onError: (error) => console.error(error) })
  const passkeys = createPasskeys({ ...shared, keyedHash: keyring.shortLivedHash })
  return { users, keyring, secondFactor, passkeys }
}

async function list(users: Users): Promise<void> {
  let count = 0
  const all = users.list({})
  for (let after = null as Parameters<typeof all.page>[0]['after']; ;) {
    const { items, next } = await all.page({ limit: 200, after, q: null, sort: 'email', descending: false })
    for (const user of items) console.log(describe(user))
    count += items.length
    if (next === null) break
    after = next
  }
  if (count === 0) console.log('There are no admin accounts yet.')
}

function describe(user: User): string {
  const { email, displayName, role, hasTotp, passkeys, lastLoginAt } = user
  const states = [getUserStatus(user), ...(hasTotp || passkeys > 0 ? ['two-factor'] : [])]
  const seen = lastLoginAt === null ? 'never signed in' : `signed in ${new Date(lastLoginAt).toISOString()}`
  return [email, role, states.join(', '), seen, displayName].join('\t')
}

async function printSetupLink({ users, keyring }: Awaited<ReturnType<typeof openAccounts>>, config: Config): Promise<void> {
  if (await users.any()) throw new StartupError('There is an account already: `admin create` and invitations add others')
  if (keyring.fault !== null) throw new StartupError(keyring.fault)
  console.log(formatSetupUrl(config, issueSetupToken(keyring.shortLivedHash, systemClock.now())))
  console.log('Open it in a browser within an hour to make the first account. It is useless as soon as there is one.')
}

async function create(users: Users, email: string, { name, role, fromStdin }: Options): Promise<void> {
  const { password, isMadeUp } = await choosePassword(fromStdin)
  const displayName = name ?? email.split('@')[0] ?? email
  const user = await users.create({ email, displayName, role, password }, ACTOR)
  console.log(`${user.email} created with the role ${user.role}.`)
  if (isMadeUp) console.log(`Password: ${password}`)
}

async function resetPassword(
  { users, secondFactor, passkeys }: Awaited<ReturnType<typeof openAccounts>>,
  email: string,
  { fromStdin, removeTotp }: Options,
): Promise<void> {
  const found = await users.findByEmail(email)
  if (found === null) throw new StartupError(`There is no account for ${email}`)
  const { password, isMadeUp } = await choosePassword(fromStdin)
  const user = await users.setPassword(found.id, password, ACTOR)
  if (removeTotp) {
    await secondFactor.remove(user, 'en', ACTOR)
    await passkeys.removeAll(user, ACTOR)
  }
  console.log(
    `${user.email} has a new password; all sessions of the account have ended.${user.disabled ? ' The account is still disabled.' : ''}`,
  )
  if (isMadeUp) console.log(`Password: ${password}`)
}

/** Never read from an argument: every user of the machine can see those. */
async function choosePassword(fromStdin: boolean): Promise<{ password: string; isMadeUp: boolean }> {
  if (!fromStdin) return { password: madeUpPassword(), isMadeUp: true }
  const password = readFirstLine(await text(process.stdin))
  if (password.length < 10 || password.length > 200) throw new StartupError('the password must have 10 to 200 characters')
  return { password, isMadeUp: false }
}

/** 100 random bits, written without characters that are easily confused. */
function madeUpPassword(): string {
  return Array.from({ length: 4 }, madeUpGroup).join('-')
}

function madeUpGroup(): string {
  return Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
