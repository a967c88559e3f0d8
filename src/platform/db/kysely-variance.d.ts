/**
 * A database of all tables is one of some tables: every feature takes a `Kysely` of its own. The compiler proves that by comparing thousands of
 * members for each pair of table lists, which took a third of its time; with the variance declared it
 * compares the lists. This is a declaration file because the compiler takes the annotation there as it stands.
 */
declare module 'kysely' {
  interface Kysely<out DB> {}
  interface Transaction<out DB> {}
}

/** What makes this file a module, and the declaration above an addition to Kysely's. */
export type { Kysely } from 'kysely'
