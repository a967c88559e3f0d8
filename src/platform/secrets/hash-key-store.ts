import type { Kysely } from 'kysely'
import type { SecretTables } from './tables.ts'

/** Stores the sealed key of the keyed hashes. */
export type HashKeyStore = ReturnType<typeof createHashKeyStore>

/** The store in the table `hash_key`. */
export function createHashKeyStore(db: Kysely<SecretTables>) {
  return {
    /** Undefined: no key was ever stored; null: the database has hashes from when ADMIN_SECRET itself was the key. */
    async find(): Promise<string | null | undefined> {
      return (await db.selectFrom('hash_key').select('sealed').executeTakeFirst())?.sealed
    },

    /** Stores the key unless there is one; resolves to the stored key. */
    async keep(sealed: string): Promise<string> {
      await db
        .insertInto('hash_key')
        .values({ sealed })
        .onConflict((conflict) => conflict.column('one').doUpdateSet({ sealed }).where('hash_key.sealed', 'is', null))
        .execute()
      return (await db.selectFrom('hash_key').select('sealed').executeTakeFirstOrThrow()).sealed ?? sealed
    },
  }
}
