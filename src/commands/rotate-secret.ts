import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { buildUnsignedActor } from '../admin/access/index.ts'
import { recordAudit } from '../admin/audit/index.ts'
import { SEALED } from '../composition/sealed.ts'
import { APPLICATION_NAME, openStorage } from '../composition/storage.ts'
import { findNextAdminSecret, loadAdminSecret, prepareNextAdminSecret } from '../config/admin-secret.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../platform/log.ts'
import { countOthers, resealTexts, type Resealed, ResealRefused, type Unreadable } from '../platform/secrets/reseal-store.ts'
import { createSealing } from '../platform/secrets/sealing.ts'
import { StartupError } from '../platform/startup-error.ts'
import { readFirstLine, readArguments } from './arguments.ts'

const USAGE = `usage: rotate-secret [--old-file FILE] [--new-file FILE | --new-stdin] [--give-up]
The old secret is ADMIN_SECRET or the one generated in DATA_DIR, unless --old-file names a file with it. The new one is ADMIN_SECRET_NEW, the
first line of a file or of standard input or, where the old one was generated, a newly generated one. Stop the service on every node first.
--give-up: drop what neither secret decrypts instead of stopping.`

const ACTOR = buildUnsignedActor('command line')
const MIN_LENGTH = 16
const SHOWN = 20

const OPTIONS = {
  'old-file': { type: 'string' },
  'new-file': { type: 'string' },
  'new-stdin': { type: 'boolean', default: false },
  'give-up': { type: 'boolean', default: false },
} as const

/**
 * `rotate-secret`: reseals everything under a new ADMIN_SECRET, all or nothing. Secrets are never arguments: every user of the machine can
 * see those.
 */
export async function rotateSecret(config: Config, args: readonly string[]): Promise<void> {
  const options = parse(args)
  const isGenerated = config.ADMIN_SECRET === null
  const from = options.oldFile === undefined ? await loadAdminSecret(config) : await firstLineOf(options.oldFile)
  const to = await newSecret(config, options, isGenerated)
  if (to.length < MIN_LENGTH) throw new StartupError(`the new secret must have at least ${MIN_LENGTH} characters`)
  if (to === from) throw new StartupError('the new secret is the same as the old one')
  const file = isGenerated ? prepareNextAdminSecret(config, to) : null
  const storage = await openStorage(config, createLogger({ level: 'warn' }), { applicationName: `${APPLICATION_NAME} rotate-secret` })
  try {
    const db = storage.database.kysely
    await refuseWhileServing(db)
    const result = await resealTexts(db, {
      places: SEALED,
      from: createSealing(from),
      to: createSealing(to),
      giveUp: options.giveUp,
      async beforeCommit(trx) {
        // A node that started meanwhile and read the old key before it was locked is connected by now.
        await refuseWhileServing(trx)
        const action = options.giveUp ? 'secret.rotate_giving_up' : 'secret.rotate'
        await recordAudit(trx, {
          at: Date.now(),
          actor: ACTOR,
          action,
          object: { type: 'secret', id: null },
        })
        await file?.write()
      },
    })
    await file?.finish()
    console.log(resultText(result, isGenerated))
  } catch (error) {
    throw error instanceof ResealRefused ? new StartupError(refusal(error), { cause: error }) : error
  } finally {
    await storage.close()
  }
}

async function refuseWhileServing(db: Parameters<typeof countOthers>[0]): Promise<void> {
  if ((await countOthers(db, APPLICATION_NAME)) === 0) return
  throw new StartupError('the service is running on this database: stop it on all nodes, or secrets stored in the meantime are lost')
}

function parse(args: readonly string[]) {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if ((values['new-file'] !== undefined && values['new-stdin']) || positionals.length > 0) throw new StartupError(USAGE)
  return { oldFile: values['old-file'], newFile: values['new-file'], fromStdin: values['new-stdin'], giveUp: values['give-up'] }
}

async function newSecret(config: Config, { newFile, fromStdin }: ReturnType<typeof parse>, isGenerated: boolean): Promise<string> {
  if (fromStdin) return readFirstLine(await text(process.stdin))
  if (newFile !== undefined) return firstLineOf(newFile)
  if (config.ADMIN_SECRET_NEW !== null) return config.ADMIN_SECRET_NEW
  // After a crash, the database may already be sealed with the secret that has not replaced the old one yet.
  if (isGenerated) return (await findNextAdminSecret(config)) ?? randomBytes(32).toString('base64url')
  throw new StartupError(`no new secret was given\n${USAGE}`)
}

async function firstLineOf(path: string): Promise<string> {
  try {
    return readFirstLine(await readFile(path, 'utf8'))
  } catch (error) {
    throw new StartupError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`, { cause: error })
  }
}

function resultText({ resealed, already, lost }: Resealed, isGenerated: boolean): string {
  const done =
    resealed === 0 && already > 0
      ? `All ${already} secrets are already encrypted with the new secret.`
      : `${resealed} secrets re-encrypted.`
  const gone = lost.length === 0 ? [] : [`Lost: ${lost.length} (${list(lost)}).`]
  const next = isGenerated ? 'The new secret is in DATA_DIR.' : 'Set ADMIN_SECRET to the new secret on every node, and start.'
  return [done, ...gone, next].join('\n')
}

function refusal({ unreadable, unknown }: ResealRefused): string {
  const faults = [
    ...(unreadable.length === 0 ? [] : [`neither secret decrypts ${list(unreadable)}`]),
    ...(unknown.length === 0 ? [] : [`this release does not know the secrets in ${unknown.join(', ')}`]),
  ]
  return `nothing was changed: ${faults.join('; ')}`
}

function list(rows: readonly Unreadable[]): string {
  const names = rows.slice(0, SHOWN).map(({ table, key, reason }) => `${table} ${key}${reason === 'damaged' ? ' (damaged)' : ''}`)
  return [...names, ...(rows.length > SHOWN ? [`and ${rows.length - SHOWN} more`] : [])].join(', ')
}
