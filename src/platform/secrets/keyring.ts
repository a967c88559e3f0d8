import { createHmac, randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { HashKeyStore } from './hash-key-store.ts'
import { createSealing, SealedError, type Sealing } from './sealing.ts'

/** Everything that depends on ADMIN_SECRET. */
export interface Keyring {
  /** Refuses to seal under a wrong secret: data that the right one cannot read would be as good as lost. */
  readonly sealing: Sealing
  /**
   * A keyed hash of 22 base64url characters that nobody can reverse or compare across purposes. Its key is stored in the database, so a
   * change of ADMIN_SECRET leaves every hash unchanged.
   * @throws AppError `service_unavailable` under a wrong secret: different hashes would not match those already stored
   */
  readonly keyedHash: (purpose: string, text: string) => string
  /** The same for short-lived data; under a wrong secret it uses another key instead of throwing. */
  readonly shortLivedHash: (purpose: string, text: string) => string
  /** The fault of the secret; null: none. */
  readonly fault: string | null
}

export const WRONG_SECRET =
  'ADMIN_SECRET does not match the secrets stored in this database: set the right one and restart (docs/operations.md, "Changing ADMIN_SECRET")'

/** The purpose that the hash key is sealed for. */
export const HASH_KEY_PURPOSE = 'hash key'

function refuse(): never {
  throw new AppError('service_unavailable', 'This is not possible until the service has the right ADMIN_SECRET')
}

/** Opens the database's hash key, or creates it at the first start. Changes nothing when the secret is wrong. */
export async function openKeyring(store: HashKeyStore, secret: string): Promise<Keyring> {
  const sealing = createSealing(secret)
  const hashKey = await openHashKey(store, sealing, secret)
  if (hashKey !== null) {
    const keyedHash = hashUnder(hashKey)
    return { sealing, keyedHash, shortLivedHash: keyedHash, fault: null }
  }
  return { sealing: { ...sealing, seal: refuse }, keyedHash: refuse, shortLivedHash: hashUnder(secret), fault: WRONG_SECRET }
}

async function openHashKey(store: HashKeyStore, sealing: Sealing, secret: string): Promise<string | null> {
  const found = await store.find()
  const fresh = (): string => sealing.seal(HASH_KEY_PURPOSE, found === null ? secret : randomBytes(32).toString('base64url'))
  try {
    return sealing.open(HASH_KEY_PURPOSE, found ?? (await store.keep(fresh())))
  } catch (error) {
    if (error instanceof SealedError) return null
    throw error
  }
}

function hashUnder(key: string): (purpose: string, text: string) => string {
  return (purpose, text) => createHmac('sha256', `${purpose} ${key}`).update(text).digest('base64url').slice(0, 22)
}
