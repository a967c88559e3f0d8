import type { Changes } from '../../../platform/db/changes.ts'
import { type Key, getKeyState } from './key.ts'
import { hashKeySecret } from './secret.ts'
import { KEYS_TOPIC, type KeyStore } from './store.ts'

/** The keys in memory; a change is in force on all nodes within milliseconds, at the latest when they look for changes. */
export type KnownKeys = Awaited<ReturnType<typeof openKnownKeys>>

interface KnownSecret {
  readonly key: Key
  /** From before the last rotation. */
  readonly isFormer: boolean
}

/** Reads the keys and watches for changes. Rejects with the database's error. */
export async function openKnownKeys(store: Pick<KeyStore, 'list'>, changes: Pick<Changes, 'watch'>) {
  let byHash = new Map<string, KnownSecret>()
  let byId = new Map<string, Key>()
  let started = 0
  let applied = 0

  async function reread(): Promise<void> {
    const reading = ++started
    const stored = await store.list()
    // One that began later has newer keys.
    if (reading < applied) return
    applied = reading
    byId = new Map(stored.map(({ key }) => [key.id, key]))
    byHash = new Map()
    for (const { key, hash, formerHash } of stored) {
      byHash.set(textOf(hash), { key, isFormer: false })
      if (formerHash !== null) byHash.set(textOf(formerHash), { key, isFormer: true })
    }
  }
  await reread()
  changes.watch(KEYS_TOPIC, reread)

  return {
    reread,
    /** The key of a secret, whatever its state; undefined: there is none, or a rotation has ended the secret. */
    find(secret: string, now: number): Key | undefined {
      const hash = hashKeySecret(secret)
      const found = hash === null ? undefined : byHash.get(hash)
      return found === undefined || (found.isFormer && (found.key.formerUntil ?? 0) <= now) ? undefined : found.key
    },
    /** Whether a key exists that may be used now. */
    isActive(id: string, now: number): boolean {
      const key = byId.get(id)
      return key !== undefined && getKeyState(key, now) === 'active'
    },
    all: (): readonly Key[] => [...byId.values()],
  }
}

function textOf(hash: Buffer): string {
  return hash.toString('base64')
}
