import { listCountryCodes } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { announceChange } from '../../../../platform/db/changes.ts'
import type { ChangeTables } from '../../../../platform/db/tables.ts'
import type { PlacesTables } from '../tables.ts'
import type { ListedPlace, ListName } from './read-lists.ts'

export interface FoundRow extends Omit<ListedPlace, 'keys'> {
  readonly key: string
}

/** Rows written in one statement. */
const STEP = 5_000
/** Places with the same key that are read: postcodes of few digits are used in dozens of countries. */
const MAX_FOUND = 60

/** Changes when lists are loaded. */
export const LISTS_TOPIC = 'listed_place'

export type ListedPlaceStore = ReturnType<typeof createListedPlaceStore>

/** The loaded lists in PostgreSQL. Database errors are thrown. */
export function createListedPlaceStore(db: Kysely<PlacesTables & ChangeTables>) {
  return {
    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom('listed_place').select('key').limit(1).executeTakeFirst()) === undefined
    },
    /** The countries whose postcodes are loaded. */
    async listPostcodeCountries(): Promise<string[]> {
      const { rows } = await sql<{ country: string }>`
        select country from unnest(${listCountryCodes()}::text[]) known (country)
        where exists (select from listed_place l where l.list = 'postcodes' and l.country = known.country)`.execute(db)
      return rows.map(({ country }) => country)
    },
    /** The places of any of the keys, those with more weight first. */
    async find(keys: readonly string[], country: string | null): Promise<FoundRow[]> {
      return db
        .selectFrom('listed_place')
        .select(['list', 'key', 'name', 'country', 'state', 'lat', 'lon', 'weight'])
        .where('key', '=', sql<string>`any(${[...keys]})`)
        .$if(country !== null, (query) => query.where('country', '=', country as string))
        .orderBy('weight', 'desc')
        .orderBy('country')
        .orderBy('name')
        .limit(MAX_FOUND)
        .execute()
    },
    /**
     * Replaces what is listed of each list and country that the places are of, all or nothing. `places` are read once, and written as they come.
     * @returns how many places of each list and country were written
     */
    async replace(places: AsyncIterable<ListedPlace>): Promise<Map<string, { list: ListName; country: string; places: number }>> {
      const written = new Map<string, { list: ListName; country: string; places: number }>()
      await db.transaction().execute(async (trx) => {
        let rows: FoundRow[] = []
        const flush = async (): Promise<void> => {
          if (rows.length > 0) await insert(trx, rows)
          rows = []
        }
        for await (const { keys, ...place } of places) {
          const part = `${place.list} ${place.country}`
          const known = written.get(part)
          if (known === undefined) {
            await flush()
            await trx.deleteFrom('listed_place').where('list', '=', place.list).where('country', '=', place.country).execute()
          }
          written.set(part, { list: place.list, country: place.country, places: (known?.places ?? 0) + 1 })
          rows.push(...keys.map((key) => ({ key, ...place })))
          if (rows.length >= STEP) await flush()
        }
        await flush()
        await announceChange(trx, LISTS_TOPIC)
      })
      await sql`analyze listed_place`.execute(db)
      return written
    },
  }
}

async function insert(db: Kysely<PlacesTables>, rows: readonly FoundRow[]): Promise<void> {
  const column = <Name extends keyof FoundRow>(name: Name): FoundRow[Name][] => rows.map((row) => row[name])
  await sql`
    insert into listed_place (list, key, name, country, state, lat, lon, weight)
    select * from unnest(
      ${column('list')}::text[], ${column('key')}::text[], ${column('name')}::text[], ${column('country')}::text[], ${column('state')}::text[],
      ${column('lat')}::float8[], ${column('lon')}::float8[], ${column('weight')}::float8[]
    )
  `.execute(db)
}
