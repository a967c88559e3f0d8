import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, selectChangedFields, recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import { announceChange } from '../../../platform/db/changes.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import { HOUR_MS } from '../../../time.ts'
import type { Key, KeyTerms } from './key.ts'
import { generateKeySecret } from './secret.ts'
import type { ClientKeyTables } from './tables.ts'

/** A key with the hashes of its secrets. */
export interface StoredKey {
  readonly key: Key
  readonly hash: Buffer
  readonly formerHash: Buffer | null
}

/** A key whose secret was just made: only here is it known. */
export interface IssuedKey {
  readonly key: Key
  readonly secret: string
}

type Db = ClientKeyTables & ChangeTables & AuditTables
export type KeyStore = ReturnType<typeof createKeyStore>

/** The topic that tells nodes to reread the keys. */
export const KEYS_TOPIC = 'client-keys'
/** Every node has them all in memory. */
const MAX_KEYS = 1_000

/** Client keys over PostgreSQL; every change is audited and announced. */
export function createKeyStore(db: Kysely<Db>) {
  /** Writes a row that `change` has made of the locked one, with its audit entry. */
  function update(
    id: string,
    action: string,
    actor: Actor,
    now: number,
    change: (row: Row) => Partial<Omit<Row, 'id' | 'version'>>,
  ): Promise<Key> {
    return db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom('client_key').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (row === undefined) throw new AppError('not_found', 'No such key')
      if (row.revoked_at !== null) throw new AppError('gone', 'This key was revoked')
      const written = await trx
        .updateTable('client_key')
        .set({ ...change(row), version: row.version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const after = keyOf(written)
      await record(trx, action, actor, now, id, selectChangedFields(auditedOf(keyOf(row)), auditedOf(after)))
      return after
    })
  }

  return {
    /** All keys, the newest first. */
    async list(): Promise<StoredKey[]> {
      const rows = await db.selectFrom('client_key').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
      return rows.map((row) => ({ key: keyOf(row), hash: row.hash, formerHash: row.former_hash }))
    },

    /** @throws AppError limit_reached */
    create: (terms: KeyTerms, actor: Actor, now: number): Promise<IssuedKey> =>
      db.transaction().execute(async (trx) => {
        await sql`lock table client_key in share row exclusive mode`.execute(trx)
        const { count } = await trx
          .selectFrom('client_key')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (count >= MAX_KEYS) throw new AppError('limit_reached', `There are ${MAX_KEYS} keys already`)
        const { secret, ...stored } = generateKeySecret()
        const row = await trx
          .insertInto('client_key')
          .values({ ...columnsOf(terms), ...stored, id: randomUUID(), created_at: new Date(now), version: 1 })
          .returningAll()
          .executeTakeFirstOrThrow()
        const key = keyOf(row)
        await record(trx, 'client-key.create', actor, now, key.id, { before: null, after: auditedOf(key) })
        return { key, secret }
      }),

    /** @throws AppError not_found, conflict, gone */
    edit: (id: string, patch: Partial<KeyTerms>, version: number | undefined, actor: Actor, now: number): Promise<Key> =>
      update(id, 'client-key.update', actor, now, (row) => {
        checkVersion(row.version, version)
        return columnsOf({ ...keyOf(row), ...patch })
      }),

    /**
     * Replaces the secret; the former one stays valid for `overlapHours`, and the one before that no longer.
     * @throws AppError not_found, conflict, gone
     */
    async rotate(id: string, overlapHours: number, version: number | undefined, actor: Actor, now: number): Promise<IssuedKey> {
      const { secret, ...stored } = generateKeySecret()
      const key = await update(id, 'client-key.rotate', actor, now, (row) => {
        checkVersion(row.version, version)
        const until = new Date(now + overlapHours * HOUR_MS)
        return {
          ...stored,
          former_hash: overlapHours === 0 ? null : row.hash,
          former_until: overlapHours === 0 ? null : until,
          rotated_at: new Date(now),
        }
      })
      return { key, secret }
    },

    /** Ends a key for good. @throws AppError not_found, gone */
    revoke: (id: string, actor: Actor, now: number): Promise<Key> =>
      update(id, 'client-key.revoke', actor, now, () => ({ revoked_at: new Date(now), former_hash: null, former_until: null })),

    /** Deletes keys that were revoked before the instant, with their counts. */
    async deleteRevokedBefore(epochMs: number): Promise<void> {
      await db.deleteFrom('client_key').where('revoked_at', '<', new Date(epochMs)).execute()
    },
  }
}

type Row = Selectable<ClientKeyTables['client_key']>

async function record(
  trx: Transaction<Db>,
  action: string,
  actor: Actor,
  at: number,
  id: string,
  states: { readonly before: unknown; readonly after: unknown },
): Promise<void> {
  await recordAudit(trx, { at, actor, action, object: { type: 'client-key', id }, ...states })
  await announceChange(trx, KEYS_TOPIC)
}

function columnsOf({ name, scopes, origins, perMinute, perDay, perMonth, expiresAt, disabled }: KeyTerms) {
  return {
    name,
    scopes: [...scopes],
    origins: [...origins],
    per_minute: perMinute,
    per_day: perDay,
    per_month: perMonth,
    expires_at: dateOf(expiresAt),
    disabled,
  }
}

function keyOf(row: Row): Key {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    origins: row.origins,
    perMinute: row.per_minute,
    perDay: row.per_day,
    perMonth: row.per_month,
    expiresAt: row.expires_at?.getTime() ?? null,
    disabled: row.disabled,
    revokedAt: row.revoked_at?.getTime() ?? null,
    start: row.start,
    formerUntil: row.former_until?.getTime() ?? null,
    rotatedAt: row.rotated_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    version: row.version,
  }
}

/** Instants as people read them. */
function auditedOf({ id: _id, version: _version, createdAt: _createdAt, ...key }: Key): Record<string, unknown> {
  const instants = { expiresAt: key.expiresAt, revokedAt: key.revokedAt, formerUntil: key.formerUntil, rotatedAt: key.rotatedAt }
  return { ...key, ...Object.fromEntries(Object.entries(instants).map(([name, at]) => [name, dateOf(at)?.toISOString() ?? null])) }
}

function dateOf(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs)
}
