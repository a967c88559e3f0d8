import { type Kysely, sql } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../../admin/audit/index.ts'
import { buildContainsPattern } from '../../../../platform/db/keyset.ts'
import { checkVersion } from '../../../../platform/db/version.ts'
import { mapListing } from '../../../../platform/http/schema/listing.ts'
import type { PeriodFilter } from '../../../../platform/http/schema/period-filter.ts'
import { createTableListing } from '../../../../platform/http/schema/table-listing.ts'
import { openConfirmations } from '../confirmation/store.ts'
import { type SubscriptionDatabase, openRows } from '../row-store.ts'
import { toSubscription } from '../row.ts'
import { lockParties, type Unit } from '../store.ts'
import type { Subscription } from '../subscription.ts'
import type { SubscriptionType } from '../tables.ts'

/** With PostgreSQL's version of the row (xmin). */
export interface VersionedSubscription extends Subscription {
  readonly version: number
}

export interface SubscriptionFilters extends PeriodFilter {
  readonly type?: SubscriptionType
  readonly active?: boolean
  readonly confirmed?: boolean
  readonly lang?: string
  /** Whether `q` also searches addresses. */
  readonly searchesAddresses: boolean
  readonly emailKey?: string
}

export type SubscriptionAdminStore = ReturnType<typeof createSubscriptionAdminStore>

export interface SubscriptionSummary {
  /** Distinct addresses that get mail. */
  readonly subscribers: number
  readonly active: number
  /** Active and unconfirmed. */
  readonly unconfirmed: number
  /** Ended within the last 30 days; older ones are erased. */
  readonly inactive: number
  /** Active and confirmed ones. */
  readonly byType: Readonly<Record<string, number>>
  readonly byFrequency: Readonly<Record<string, number>>
  readonly byLanguage: Readonly<Record<string, number>>
  /** By UTC day. */
  readonly series: { readonly day: string; readonly created: number; readonly ended: number }[]
}

const VERSION = sql<number>`subscription.xmin::text::int8`.as('version')

/** The back office's side of the subscription table. */
export function createSubscriptionAdminStore(db: Kysely<SubscriptionDatabase & AuditTables>) {
  function matching(filters: SubscriptionFilters, q: string | null) {
    const { type, active, confirmed, lang, emailKey, fromMs, toMs, searchesAddresses } = filters
    let query = db.selectFrom('subscription')
    if (type !== undefined) query = query.where('type', '=', type)
    if (active !== undefined) query = query.where('active', '=', active)
    if (confirmed !== undefined) query = query.where('confirmed_at', confirmed ? 'is not' : 'is', null)
    if (lang !== undefined) query = query.where('lang', '=', lang)
    if (emailKey !== undefined) query = query.where('email_key', '=', emailKey)
    if (fromMs !== undefined) query = query.where('created_at', '>=', new Date(fromMs))
    if (toMs !== undefined) query = query.where('created_at', '<', new Date(toMs))
    if (q === null) return query
    const pattern = buildContainsPattern(q)
    return query.where((eb) =>
      eb.or([eb('city_name', 'ilike', pattern), ...(searchesAddresses ? [eb('email_key', 'like', pattern.toLowerCase())] : [])]),
    )
  }

  return {
    list: (filters: SubscriptionFilters) =>
      mapListing(
        createTableListing((q) => matching(filters, q), {
          select: (query) => query.selectAll().select(VERSION),
          sorts: { createdAt: 'created_at' },
          id: 'id',
        }),
        (row): VersionedSubscription => ({ ...toSubscription(row), version: row.version }),
      ),

    find: (id: string): Promise<VersionedSubscription | undefined> => find(db, id),

    /**
     * Changes a subscription to what `decide` returns, in a transaction that locks its client and address, with an audit entry.
     * @throws AppError `conflict` when `version` is not the current one
     */
    change: (
      { id, client, emailKey }: Subscription,
      version: number | undefined,
      decide: (unit: Unit, current: VersionedSubscription) => Promise<AuditEntry | null>,
    ): Promise<VersionedSubscription | undefined> =>
      db.transaction().execute(async (trx) => {
        await lockParties(trx, { clients: [client], emailKeys: [emailKey] })
        const current = await find(trx, id)
        if (current === undefined) return undefined
        checkVersion(current.version, version)
        const entry = await decide({ ...openRows(trx), confirmations: openConfirmations(trx) }, current)
        if (entry !== null) await recordAudit(trx, entry)
        return find(trx, id)
      }),

    async summary(fromMs: number): Promise<SubscriptionSummary> {
      const from = new Date(fromMs)
      const [groups, subscribers, series] = await Promise.all([
        sql<{ dimension: string; key: string; count: number }>`
          with counted as (
            select type, frequency, split_part(lower(lang), '-', 1) as lang, active, confirmed_at is not null as confirmed, count(*) as count
            from subscription group by 1, 2, 3, 4, 5)
          select 'state' as dimension, case when not active then 'inactive' when confirmed then 'active' else 'unconfirmed' end as key,
            sum(count)::int8 as count from counted group by 2
          union all select 'type', type, sum(count)::int8 from counted where active and confirmed group by 2
          union all select 'frequency', frequency, sum(count)::int8 from counted where active and confirmed group by 2
          union all (select 'lang', lang, sum(count)::int8 from counted where active and confirmed group by 2 order by 3 desc limit 100)
          `.execute(db),
        sql<{ count: number }>`
          select count(distinct email_key) as count from subscription where active and confirmed_at is not null`.execute(db),
        sql<{ day: string; created: number; ended: number }>`
          select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
            count(*) filter (where created) as created, count(*) filter (where not created) as ended
          from (
            select created_at as at, true as created from subscription where created_at >= ${from}
            union all select deactivated_at, false from subscription where not active and deactivated_at >= ${from}) as change
          group by day order by day`.execute(db),
      ])
      const of = (dimension: string): Record<string, number> =>
        Object.fromEntries(groups.rows.filter((row) => row.dimension === dimension).map(({ key, count }) => [key, count]))
      const { active = 0, unconfirmed = 0, inactive = 0 } = of('state')
      return {
        subscribers: subscribers.rows[0]?.count ?? 0,
        active,
        unconfirmed,
        inactive,
        byType: of('type'),
        byFrequency: of('frequency'),
        byLanguage: of('lang'),
        series: series.rows,
      }
    },
  }
}

async function find(db: Kysely<SubscriptionDatabase & AuditTables>, id: string): Promise<VersionedSubscription | undefined> {
  const row = await db.selectFrom('subscription').selectAll().select(VERSION).where('id', '=', id).executeTakeFirst()
  return row && { ...toSubscription(row), version: row.version }
}
