import type { InTransaction } from './queries.ts'

/**
 * A database of all tables is also a database of some tables: every feature takes a `Kysely` of its own tables. The compiler proved that by
 * comparing thousands of members for each pair of table lists, which took more than half of its time; with the variance declared, it
 * compares the lists. That works between two types of one name only, so a transaction is a `Kysely` too, whose list of tables says what it
 * is. This is a declaration file because the compiler does not check the annotation there.
 */
declare module 'kysely' {
  interface Kysely<out DB> {}
  interface TransactionBuilder<DB> {
    execute<T>(callback: (trx: Kysely<DB & InTransaction>) => Promise<T>): Promise<T>
  }
}
