import type { Kysely, Transaction } from 'kysely'

/** Where a query may run that takes part in whatever its caller does: the database itself, or the caller's transaction. */
export type Queries<Tables> = Kysely<Tables> | Transaction<Tables>
