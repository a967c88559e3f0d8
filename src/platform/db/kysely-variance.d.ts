/**
 * A database of all tables is also a database of some tables: every feature takes a `Kysely` of its own tables. The compiler proved that by
 * comparing thousands of members for each pair of table lists, which took a third of its time; with the variance declared, it compares the
 * lists. This is a declaration file because the compiler does not check the annotation there.
 */
declare module 'kysely' {
  interface Kysely<out DB> {}
  interface Transaction<out DB> {}
}

/** Makes this file a module, so that the declaration above augments Kysely's. */
export type { Kysely } from 'kysely'
