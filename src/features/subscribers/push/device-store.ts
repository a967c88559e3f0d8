import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { AppError } from '../../../errors.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { DAY_MS } from '../../../time.ts'
import type { PushTables } from './tables.ts'

export type Device = Selectable<PushTables['push_device']>
export type Watch = Selectable<PushTables['push_watch']>
/** A place that a browser is notified of, with the browser's settings. */
export type Watching = Watch & Pick<Device, 'client' | 'lang' | 'units'>

/** Seals endpoint and keys for a device's id. */
export type Seal = (id: string) => string
export type NewDevice = Omit<Device, 'sealed'> & { readonly seal: Seal }
export type NewWatch = Omit<Watch, 'device_id'>

export type DeviceStore = ReturnType<typeof createDeviceStore>

export const MAX_PLACES_PER_DEVICE = 20
/** New devices in a day from one network (an IPv4 address, or the /48 of an IPv6 address). */
export const MAX_NEW_PER_NETWORK = 20
const MAX_DEVICES = 100_000

/** Browsers and their places, over PostgreSQL. */
export function createDeviceStore(db: Kysely<PushTables>) {
  return {
    /**
     * Writes a browser's endpoint and settings, and a place of it; resolves to the place as stored. A browser has one endpoint and an endpoint one
     * browser: whoever registers it last.
     * @throws AppError limit_reached
     */
    put: ({ seal, ...device }: NewDevice, watch: NewWatch): Promise<{ readonly watch: Watch; readonly isNew: boolean }> =>
      db.transaction().execute(async (trx) => {
        await lockEndpoints(trx)
        const existing = await trx.selectFrom('push_device').select('id').where('client', '=', device.client).forUpdate().executeTakeFirst()
        await trx.deleteFrom('push_device').where('endpoint_hash', '=', device.endpoint_hash).where('client', '<>', device.client).execute()
        const id = existing?.id ?? device.id
        const row = { ...device, id, sealed: seal(id) }
        if (existing === undefined) await insertDevice(trx, row)
        else {
          const { endpoint_hash, sealed, service, lang, units, alive_at } = row
          await trx.updateTable('push_device').set({ endpoint_hash, sealed, service, lang, units, alive_at }).where('id', '=', id).execute()
        }
        return await putWatch(trx, { ...watch, device_id: id })
      }),

    /** A browser's places, oldest first, and records that it asked; null: it is unknown. */
    async list(client: string, now: number): Promise<readonly Watch[] | null> {
      const device = await db
        .updateTable('push_device')
        .set({ alive_at: new Date(now) })
        .where('client', '=', client)
        .returning('id')
        .executeTakeFirst()
      if (device === undefined) return null
      return db.selectFrom('push_watch').selectAll().where('device_id', '=', device.id).orderBy('created_at').orderBy('id').execute()
    },

    /** Ends a browser's place, or all (null); without places its device is erased. Resolves to how many; null: the browser is unknown. */
    remove: (client: string, cell: number | null): Promise<number | null> =>
      db.transaction().execute(async (trx) => {
        const device = await trx.selectFrom('push_device').select('id').where('client', '=', client).forUpdate().executeTakeFirst()
        if (device === undefined) return null
        const { numDeletedRows } = await trx
          .deleteFrom('push_watch')
          .where('device_id', '=', device.id)
          .$if(cell !== null, (query) => query.where('cell', '=', cell as number))
          .executeTakeFirstOrThrow()
        await deleteWithoutPlaces(trx, [client])
        return Number(numDeletedRows)
      }),

    /** A browser with its sealed endpoint, by its id or its client. */
    findSealed: (by: { readonly id: string } | { readonly client: string }) =>
      db
        .selectFrom('push_device')
        .select(['id', 'sealed', 'lang', 'units'])
        .$call((query) => ('id' in by ? query.where('id', '=', by.id) : query.where('client', '=', by.client)))
        .executeTakeFirst(),

    /** Erases a device with its places and messages. */
    forget: (id: string): Promise<void> => deleteDevice(db, id),

    /** Moves a device to a new endpoint, sealed for its id; false: none has the former one. */
    async move(
      formerHash: string,
      { seal, ...endpoint }: { readonly endpoint_hash: string; readonly service: string; readonly seal: Seal },
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await lockEndpoints(trx)
        const device = await trx
          .selectFrom('push_device')
          .select('id')
          .where('endpoint_hash', '=', formerHash)
          .forUpdate()
          .executeTakeFirst()
        if (device === undefined) return false
        await trx.deleteFrom('push_device').where('endpoint_hash', '=', endpoint.endpoint_hash).where('id', '<>', device.id).execute()
        const sealed = seal(device.id)
        await trx
          .updateTable('push_device')
          .set({ ...endpoint, sealed })
          .where('id', '=', device.id)
          .execute()
        return true
      })
    },

    /** Deletes the devices that were last alive before the instant. */
    deleteBefore: (instant: number): Promise<number> => deleteInSteps(db, 'push_device', sql`alive_at < ${new Date(instant)}`),
  }
}

function watchings(db: Kysely<PushTables>) {
  return db
    .selectFrom('push_watch')
    .innerJoin('push_device', 'push_device.id', 'device_id')
    .selectAll('push_watch')
    .select(['client', 'lang', 'units'])
}

/** The query of the cells that browsers watch. */
export function selectPushCells(): RawBuilder<unknown> {
  return sql`select cell from push_watch`
}

/** The next places of browsers in a cell after the given one, by id. */
export function listWatching(db: Kysely<PushTables>, cell: number, after: string | null, limit: number): Promise<Watching[]> {
  return watchings(db)
    .where('cell', '=', cell)
    .$if(after !== null, (query) => query.where('push_watch.id', '>', after as string))
    .orderBy('push_watch.id')
    .limit(limit)
    .execute()
}

/** The places of a browser, oldest first. */
export function listWatched(db: Kysely<PushTables>, deviceId: string): Promise<Watching[]> {
  return watchings(db).where('device_id', '=', deviceId).orderBy('push_watch.created_at').orderBy('push_watch.id').execute()
}

/** Erases a device with its places and messages. */
export async function deleteDevice(trx: Queries<PushTables>, id: string): Promise<void> {
  await trx.deleteFrom('push_device').where('id', '=', id).execute()
}

/**
 * Endpoints are given to browsers one after the other, so that counts of devices hold, and two that take each other's endpoint do not
 * wait for each other. Taken before any row is locked.
 */
export async function lockEndpoints(trx: Queries<PushTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('endpoints of browsers', 0))`.execute(trx)
}

/** Erases those of clients' devices that have no places. */
export async function deleteWithoutPlaces(trx: Queries<PushTables>, clients: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('push_device')
    .where('client', 'in', clients)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('push_watch').select('push_watch.id').whereRef('device_id', '=', 'push_device.id'))),
    )
    .execute()
}

async function insertDevice(trx: Queries<PushTables>, device: Device): Promise<void> {
  const { all, near } = await trx
    .selectFrom('push_device')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere('network', '=', device.network)
        .filterWhere('created_at', '>', new Date(device.created_at.getTime() - DAY_MS))
        .as('near'),
    ])
    .executeTakeFirstOrThrow()
  if (near >= MAX_NEW_PER_NETWORK) throw new AppError('limit_reached', 'Too many devices were registered from this network today')
  if (all >= MAX_DEVICES) throw new AppError('limit_reached', 'The service has no room for more devices')
  await trx.insertInto('push_device').values(device).execute()
}

async function putWatch(trx: Queries<PushTables>, watch: Watch): Promise<{ readonly watch: Watch; readonly isNew: boolean }> {
  const { device_id: device, cell, name, lat, lon, frequency, alert_prefs, timezone, updated_at } = watch
  const content = { name, lat, lon, frequency, alert_prefs: writeStorableJson(alert_prefs), timezone, updated_at }
  const changed = await trx
    .updateTable('push_watch')
    .set(content)
    .where('device_id', '=', device)
    .where('cell', '=', cell)
    .returningAll()
    .executeTakeFirst()
  if (changed !== undefined) return { watch: changed, isNew: false }
  const { count } = await trx
    .selectFrom('push_watch')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('device_id', '=', device)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PLACES_PER_DEVICE)
    throw new AppError('limit_reached', `A browser can be notified of at most ${MAX_PLACES_PER_DEVICE} places`)
  const inserted = await trx
    .insertInto('push_watch')
    .values({ ...watch, ...content })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { watch: inserted, isNew: true }
}
