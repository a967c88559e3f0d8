import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import { deleteDevice } from './device-store.ts'
import type { MessageState, PushTables } from './tables.ts'
import type { TrialResult } from './trial.ts'

export type PushAdminStore = ReturnType<typeof createPushAdminStore>

/** Browsers and notifications for the back office, over PostgreSQL. */
export function createPushAdminStore(db: Kysely<PushTables & AuditTables>) {
  return {
    listDevices: () =>
      createTableListing(
        (q) => {
          const query = db.selectFrom('push_device')
          return q === null
            ? query
            : query.where(({ or, eb, exists, selectFrom }) =>
                or([
                  eb('service', 'ilike', buildContainsPattern(q)),
                  exists(
                    selectFrom('push_watch')
                      .select('push_watch.id')
                      .whereRef('device_id', '=', 'push_device.id')
                      .where('name', 'ilike', buildContainsPattern(q)),
                  ),
                ]),
              )
        },
        {
          select: (query) =>
            query.select([
              'push_device.id',
              'service',
              'lang',
              'created_at',
              'alive_at',
              sql<string[]>`array(select name from push_watch where device_id = push_device.id order by created_at)`.as('places'),
            ]),
          sorts: { createdAt: 'created_at', aliveAt: 'alive_at' },
          id: 'id',
        },
      ),

    listMessages: ({ state, deviceId }: { readonly state?: MessageState; readonly deviceId?: string }) =>
      createTableListing(
        (q) => {
          let query = db.selectFrom('push_message').innerJoin('push_watch', 'push_watch.id', 'watch_id')
          if (state !== undefined) query = query.where('state', '=', state)
          if (deviceId !== undefined) query = query.where('device_id', '=', deviceId)
          if (q === null) return query
          const pattern = buildContainsPattern(q)
          return query.where((eb) => eb.or([eb('payload', 'ilike', pattern), eb('last_error', 'ilike', pattern)]))
        },
        {
          select: (query) =>
            query
              .select(['push_message.id', 'push_message.created_at', 'device_id', 'name', 'payload', 'urgency', 'state', 'attempts'])
              .select(['last_status', 'last_error', 'next_attempt_at', 'expires_at', 'settled_at']),
          sorts: { createdAt: 'push_message.created_at' },
          id: 'push_message.id',
        },
      ),

    recordTest: (id: string, after: TrialResult, actor: Actor, now: number): Promise<void> =>
      recordAudit(db, { at: now, actor, action: 'push-device.test', object: { type: 'push-device', id }, after }),

    /** Erases a device with its places and messages; false: there is none. */
    remove: (id: string, actor: Actor, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const device = await trx.selectFrom('push_device').select('service').where('id', '=', id).forUpdate().executeTakeFirst()
        if (device === undefined) return false
        await deleteDevice(trx, id)
        await recordAudit(trx, { at: now, actor, action: 'push-device.delete', object: { type: 'push-device', id }, before: device })
        return true
      }),
  }
}
