import type { Kysely, Transaction } from 'kysely'

/** Where a query runs as part of its caller's work: the database itself or the caller's transaction. */
export type Queries<Tables> = Kysely<Tables> | Transaction<Tables>
