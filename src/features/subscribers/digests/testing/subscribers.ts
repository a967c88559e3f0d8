import { randomUUID } from 'node:crypto'
import { toCell } from '@isobar/weather'
import type { TestApp } from '../../../../../test/helpers/app.ts'

export interface TestSubscription {
  readonly email: string
  readonly client?: string
  readonly type?: 'city_weekly' | 'newsletter' | 'city_alerts'
  readonly place?: { readonly name: string | null; readonly lat: number; readonly lon: number }
  readonly frequency?: string
  /** Alert preferences. */
  readonly prefs?: object
  readonly lang?: string
  readonly units?: string
  readonly timezone?: string
  readonly active?: boolean
  readonly confirmed?: boolean
  /** Instant of the last change. */
  readonly updatedAt?: string
}

export const BERLIN = { name: 'Berlin', lat: 52.52, lon: 13.405 }
export const TOKYO = { name: 'Tokyo', lat: 35.69, lon: 139.69 }
export const TULSA = { name: 'Tulsa', lat: 36.15, lon: -95.99 }
export const LIMA = { name: 'Lima', lat: -12.05, lon: -77.04 }

/** Inserts rows like the subscriptions room, without its limits. */
export async function insertTestSubscriptions(app: Pick<TestApp, 'database'>, ...subscriptions: TestSubscription[]): Promise<void> {
  for (const each of subscriptions) {
    const { email, client = 'one', type = 'city_weekly', active = true, confirmed = true } = each
    const { updatedAt = '2026-06-01T00:00:00Z', place = BERLIN } = each
    const city = type === 'newsletter' ? null : place
    await app.database.pool.query(
      `insert into subscription (id, client, email, email_key, type, cell, city_name, city_lat, city_lon, frequency, alert_on_rain, alert_on_storm,
         alert_prefs, lang, units, timezone, active, confirmed_at, confirm_before, unsubscribe_token, created_at, updated_at, deactivated_at,
         lang_named_at, units_named_at, timezone_named_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false, false, $23, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21, $22)`,
      [
        randomUUID(),
        client,
        email,
        email.trim().toLowerCase(),
        type,
        city && toCell(city.lat, city.lon).id,
        city && city.name,
        city && city.lat,
        city && city.lon,
        each.frequency ?? 'weekly',
        each.lang ?? 'en',
        each.units ?? 'metric',
        each.timezone ?? 'UTC',
        active,
        confirmed ? updatedAt : null,
        confirmed ? null : '2030-01-01T00:00:00Z',
        randomUUID(),
        updatedAt,
        active ? null : updatedAt,
        ...[each.lang, each.units, each.timezone].map((named) => (named === undefined ? null : updatedAt)),
        each.prefs ?? {},
      ],
    )
  }
}
