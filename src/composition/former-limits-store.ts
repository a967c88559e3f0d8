import { type Kysely, sql } from 'kysely'
import { writeStorableJson } from '../platform/db/storable-json.ts'
import type { Tables } from './tables.ts'

/**
 * Former releases had one limit per day and one per minute among their settings, which held for the provider that the environment names first:
 * moves them to that provider's own. Its own stays if it is set.
 */
export async function moveFormerLimits(db: Kysely<Tables>, provider: string, now: number): Promise<void> {
  const isFormer = sql<boolean>`overrides ?| array['upstreamDailyLimit', 'upstreamMinuteLimit']`
  const isStored = db.selectFrom('setting').select('version').where(isFormer)
  if ((await isStored.executeTakeFirst()) === undefined) return
  await db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('setting').select('overrides').where(isFormer).forUpdate().executeTakeFirst()
    // Another node has moved them meanwhile.
    if (row === undefined) return
    const { upstreamDailyLimit, upstreamMinuteLimit, ...overrides } = row.overrides
    const limits = Object.entries({ dailyLimit: upstreamDailyLimit, minuteLimit: upstreamMinuteLimit }).filter(([, limit]) =>
      Number.isInteger(limit),
    )
    const at = new Date(now)
    await sql`
      insert into connection as held (id, enabled, settings, version, updated_at, updated_by)
      values (${provider}, true, ${writeStorableJson(Object.fromEntries(limits))}, 1, ${at}, 'the update')
      on conflict (id) do update set settings = excluded.settings || held.settings, version = held.version + 1`.execute(trx)
    await trx
      .updateTable('setting')
      .set((eb) => ({ overrides: writeStorableJson(overrides), version: eb('version', '+', 1) }))
      .execute()
  })
}
