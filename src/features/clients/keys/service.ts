import type { Actor } from '../../../admin/access/index.ts'
import type { AuditTables } from '../../../admin/audit/index.ts'
import { buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { DAY_MS } from '../../../time.ts'
import { type Key, type KeyState, type KeyTerms, getKeyState } from './key.ts'
import { createKeyStore, type IssuedKey } from './store.ts'
import type { ClientKeyTables } from './tables.ts'
import { formatUsageDay } from './usage-counter.ts'
import { createUsageStore, type DayUsage } from './usage-store.ts'

/** A key with what it has been used for, over all nodes. */
export interface ListedKey extends Key {
  readonly state: KeyState
  readonly today: number
  readonly month: number
  /** Epoch milliseconds; null: never, or longer ago than counts are stored. */
  readonly lastUsedAt: number | null
}

export type KeyService = ReturnType<typeof createClientKeyService>

const nothing = async (): Promise<void> => undefined

/**
 * What owners do with keys. Of a node that serves requests, `flush` writes what it has counted, and `reread` rereads its keys, so that a change is
 * in force there as soon as it is answered.
 */
export function createClientKeyService(
  { db, clock }: Pick<Foundation<ClientKeyTables & ChangeTables & AuditTables>, 'db' | 'clock'>,
  { flush, reread } = { flush: nothing, reread: nothing },
) {
  const store = createKeyStore(db)
  const usageStore = createUsageStore(db)

  async function list(): Promise<ListedKey[]> {
    const now = clock.now()
    // Includes this node's last second; the other nodes' counts follow.
    await flush()
    const [stored, used] = await Promise.all([store.list(), usageStore.summaries(formatUsageDay(now))])
    const byKey = new Map(used.map((summary) => [summary.keyId, summary]))
    return stored.map(({ key }) => {
      const { today = 0, month = 0, lastAt = null } = byKey.get(key.id) ?? {}
      return { ...key, state: getKeyState(key, now), today, month, lastUsedAt: lastAt }
    })
  }

  /** Puts a change in force here before it is answered; other nodes learn of it within milliseconds. */
  async function inForce({ id }: Key): Promise<ListedKey> {
    await reread()
    return (await list()).find((key) => key.id === id) as ListedKey
  }

  const issued = async ({ key, secret }: IssuedKey) => ({ key: await inForce(key), secret })

  return {
    list,

    /** @throws AppError invalid_request, limit_reached */
    create: async (terms: KeyTerms, actor: Actor) =>
      issued(await store.create({ ...terms, ...checked(terms, clock.now()) }, actor, clock.now())),

    /** @throws AppError invalid_request, not_found, conflict, gone */
    edit: async (id: string, patch: Partial<KeyTerms>, version: number | undefined, actor: Actor) =>
      inForce(await store.edit(id, checked(patch, clock.now()), version, actor, clock.now())),

    /** @throws AppError not_found, conflict, gone */
    rotate: async (id: string, overlapHours: number, version: number | undefined, actor: Actor) =>
      issued(await store.rotate(id, overlapHours, version, actor, clock.now())),

    /** @throws AppError not_found, gone */
    revoke: async (id: string, actor: Actor) => inForce(await store.revoke(id, actor, clock.now())),

    /** The requests of a key, or of all, on the last days, by day and scope; days without any are omitted. */
    async usage(days: number, keyId: string | null): Promise<{ readonly days: readonly string[]; readonly counts: readonly DayUsage[] }> {
      await flush()
      const now = clock.now()
      const names = Array.from({ length: days }, (_, i) => formatUsageDay(now - (days - 1 - i) * DAY_MS))
      return { days: names, counts: await usageStore.byDay(names[0] ?? formatUsageDay(now), keyId) }
    },
  }
}

/** Terms with each origin and scope once. @throws AppError invalid_request */
function checked(terms: Partial<KeyTerms>, now: number): Partial<KeyTerms> {
  const { scopes, origins, expiresAt } = terms
  for (const [i, origin] of (origins ?? []).entries()) {
    if (!/^https?:/.test(origin) || URL.parse(origin)?.origin !== origin)
      throw buildInvalidFieldError(`origins[${i}]`, 'must be an origin such as https://example.org')
  }
  if (typeof expiresAt === 'number' && expiresAt <= now) throw buildInvalidFieldError('expiresAt', 'must be in the future')
  return {
    ...terms,
    ...(scopes === undefined ? {} : { scopes: [...new Set(scopes)] }),
    ...(origins === undefined ? {} : { origins: [...new Set(origins)] }),
  }
}
