import { createHmac, randomBytes } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { HashKeyStore } from './hash-key-store.ts'
import { createSealing, SealedError, type Sealing } from './sealing.ts'

/** What hangs on ADMIN_SECRET. */
export interface Keyring {
  /** Under a wrong secret it seals nothing: what could not be read with the right one would be as good as lost. */
  readonly sealing: Sealing
  /**
   * A keyed hash that nobody can reverse or compare across purposes, 22 base64url characters. Its key is the database's own, so that a
   * change of ADMIN_SECRET leaves every hash as it is.
   * @throws AppError `service_unavailable` under a wrong secret: other hashes would lose sight of what is stored by the right ones
   */
  readonly keyedHash: (purpose: string, text: string) => string
  /** The same for what is kept for a while only; under a wrong secret by another key. */
  readonly passingHash: (purpose: string, text: string) => string
  /** What is wrong with the secret; null: nothing. */
  readonly fault: string | null
}

export const WRONG_SECRET =
  'ADMIN_SECRET does not match the secrets stored in this database: set the right one and restart (docs/operations.md, "Changing ADMIN_SECRET")'

/** Where the hash key is sealed for. */
export const HASH_KEY_PURPOSE = 'hash key'

function refuse(): never {
  throw new AppError('service_unavailable', 'This is not possible until the service has the right ADMIN_SECRET')
}

/** Opens the database's hash key, or makes it at the first start. Changes nothing when the secret is a wrong one. */
export async function openKeyring(store: HashKeyStore, secret: string): Promise<Keyring> {
  const sealing = createSealing(secret)
  const hashKey = await openHashKey(store, sealing, secret)
  if (hashKey !== null) {
    const keyedHash = hashUnder(hashKey)
    return { sealing, keyedHash, passingHash: keyedHash, fault: null }
  }
  return { sealing: { ...sealing, seal: refuse }, keyedHash: refuse, passingHash: hashUnder(secret), fault: WRONG_SECRET }
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
