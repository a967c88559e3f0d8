import { type Kysely, sql } from 'kysely'
import { AppError } from '../../../errors.ts'
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { PushTables } from './tables.ts'

/** The key pair that signs notifications (RFC 8292), as base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export type Vapid = ReturnType<typeof createVapid>

/** What a device's endpoint and keys are sealed for. */
export const buildDevicePurpose = (id: string): string => `push device ${id}`
const KEY_PURPOSE = 'push key'

/** A lost key or endpoint is worth nothing: browsers turn notifications on again. */
export const SEALED_PUSH_PLACES: readonly SealedPlace[] = [
  { table: 'push_key', key: 'one', column: 'sealed', purpose: () => KEY_PURPOSE, lost: 'delete' },
  { table: 'push_device', key: 'id', column: 'sealed', purpose: buildDevicePurpose, lost: 'delete' },
]

/** The service's key pair, made when it is first needed and from then on the same on all nodes. */
export function createVapid(db: Kysely<PushTables>, sealing: Sealing) {
  let cached: VapidKeys | undefined

  const find = () => db.selectFrom('push_key').select(['public_key', 'sealed']).executeTakeFirst()

  /** Endpoints belong to the key that they were made for: with another key, all devices are worthless. */
  const make = () =>
    db.transaction().execute(async (trx) => {
      // Node's ECDH leaves out leading zeros of a private key, and then nothing can be signed; this one pads them.
      const { default: webPush } = await import('web-push')
      const { publicKey, privateKey } = webPush.generateVAPIDKeys()
      const row = { public_key: publicKey, sealed: sealing.seal(KEY_PURPOSE, privateKey), created_at: sql<Date>`now()` }
      const inserted = await trx
        .insertInto('push_key')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('one')
        .executeTakeFirst()
      if (inserted !== undefined) await trx.deleteFrom('push_device').execute()
    })

  return {
    /** @throws AppError service_unavailable under a wrong ADMIN_SECRET */
    async keys(): Promise<VapidKeys> {
      if (cached !== undefined) return cached
      if ((await find()) === undefined) await make()
      const row = await find()
      if (row === undefined) throw new AppError('service_unavailable', 'The key of notifications was removed meanwhile')
      try {
        cached = { publicKey: row.public_key, privateKey: sealing.open(KEY_PURPOSE, row.sealed) }
        return cached
      } catch (cause) {
        throw new AppError('service_unavailable', 'Notifications need the right ADMIN_SECRET', { cause })
      }
    },
  }
}
