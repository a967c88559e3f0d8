import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import type { LinkedBrowserPlace } from '../subscriptions/index.ts'
import { deleteWithoutPlaces } from './device-store.ts'
import type { PushTables } from './tables.ts'

const MAX_LISTED = 100

/** The places, at most 100, of the browsers that made an address's subscriptions: `clients` are theirs, as keyed hashes. */
export function listLinked(db: Queries<PushTables>, clients: readonly string[]): Promise<LinkedBrowserPlace[]> {
  return linked(db, clients).select(['push_watch.id', 'name', 'service', 'push_watch.created_at as createdAt']).limit(MAX_LISTED).execute()
}

/** All of these places with what is stored about them, but for endpoints and keys, which grant access. */
export function exportPersonPushes(db: Queries<PushTables>, clients: readonly string[]) {
  return linked(db, clients)
    .select(['name', 'lat', 'lon', 'frequency', 'alert_prefs as alertPrefs', 'timezone', 'lang', 'units', 'service'])
    .select(['push_watch.created_at as createdAt', 'alive_at as aliveAt'])
    .execute()
}

/** The cells of all of these places. */
export async function listPersonPushCells(db: Queries<PushTables>, clients: readonly string[]): Promise<number[]> {
  const rows = await linked(db, clients).select('cell').execute()
  return rows.map(({ cell }) => cell)
}

/** Erases these browsers with their places and messages; resolves to how many. */
export async function erasePersonPushes(trx: Transaction<PushTables>, clients: readonly string[]): Promise<number> {
  if (clients.length === 0) return 0
  const { numDeletedRows } = await trx.deleteFrom('push_device').where('client', 'in', clients).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Ends a place of one of these browsers, and the browser with its last one. */
export async function removeLinked(trx: Transaction<PushTables>, clients: readonly string[], id: string): Promise<void> {
  if (clients.length === 0) return
  await trx
    .deleteFrom('push_watch')
    .where('id', '=', id)
    .where('device_id', 'in', trx.selectFrom('push_device').select('id').where('client', 'in', clients))
    .execute()
  await deleteWithoutPlaces(trx, clients)
}

function linked(db: Queries<PushTables>, clients: readonly string[]) {
  return db
    .selectFrom('push_watch')
    .innerJoin('push_device', 'push_device.id', 'device_id')
    .where('client', 'in', clients.length === 0 ? [''] : clients)
    .orderBy('push_watch.created_at')
    .orderBy('push_watch.id')
}
