import { createTestDatabase, type TestDatabase } from '../../../../../test/helpers/database.ts'
import type { BlendTables } from '../../blend/index.ts'
import { buildFetchRows } from '../archive-rows.ts'
import type { HistoryTables } from '../tables.ts'
import { createWriteStore } from '../write-store.ts'
import { type FetchedParts, buildTestFetch } from './fetched.ts'

export const RETENTION_MS = 400 * 86_400_000

/** An archive on a separate database, and a way to put fetches into it. */
export interface TestArchive {
  readonly database: TestDatabase<HistoryTables & BlendTables>
  /** Archives a fetch of that instant. */
  put(fetchedAtInstant: string, parts?: FetchedParts): Promise<void>
}

export async function createTestArchive(): Promise<TestArchive> {
  const database = await createTestDatabase<HistoryTables & BlendTables>()
  const store = createWriteStore(database.kysely)
  return {
    database,
    put: (instant, parts) => store.insertFetches([buildFetchRows(buildTestFetch(Date.parse(instant), parts), RETENTION_MS)]),
  }
}

/** A period from two instants. */
export function buildTestPeriod(from: string, to: string) {
  return { fromMs: Date.parse(from), toMs: Date.parse(to) }
}
