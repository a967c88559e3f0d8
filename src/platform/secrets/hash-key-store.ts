import type { Kysely } from 'kysely'
import type { SecretTables } from './tables.ts'

/** Where the sealed key of the keyed hashes is kept. */
export interface HashKeyStore {
  /** Undefined: none was ever kept; null: the database has hashes from when ADMIN_SECRET itself was the key. */
  find(): Promise<string | null | undefined>
  /** Keeps it unless one is kept already; resolves to the one that is. */
  keep(sealed: string): Promise<string>
}

export function createHashKeyStore(db: Kysely<SecretTables>): HashKeyStore {
  return {
    async find() {
      return (await db.selectFrom('hash_key').select('sealed').executeTakeFirst())?.sealed
    },

    async keep(sealed) {
      await db
        .insertInto('hash_key')
        .values({ sealed })
        .onConflict((conflict) => conflict.column('one').doUpdateSet({ sealed }).where('hash_key.sealed', 'is', null))
        .execute()
      return (await db.selectFrom('hash_key').select('sealed').executeTakeFirstOrThrow()).sealed ?? sealed
    },
  }
}
