import { buildUnsignedActor } from '../../src/admin/access/index.ts'
import { CLIENT_SCOPES, createKeyStore, type IssuedKey, type KeyTerms } from '../../src/features/clients/keys/index.ts'
import type { TestApp } from './app.ts'

export const TEST_ACTOR = buildUnsignedActor('test')

const TERMS: KeyTerms = {
  name: 'Test',
  scopes: CLIENT_SCOPES,
  origins: [],
  perMinute: null,
  perDay: null,
  perMonth: null,
  expiresAt: null,
  disabled: false,
}

/** A key of every scope without limits, but for `terms`, as an owner makes it; every node of the app knows it. */
export async function issueKey(app: TestApp, terms: Partial<KeyTerms> = {}): Promise<IssuedKey> {
  const store = createKeyStore(app.services.storage.database.kysely)
  const issued = await store.create({ ...TERMS, ...terms }, TEST_ACTOR, app.clock.now())
  await app.services.changes.check()
  return issued
}
