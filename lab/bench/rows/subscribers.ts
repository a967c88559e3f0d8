import pg from 'pg'

export interface Filling {
  readonly subscribers: number
  /** Spread over this many places. */
  readonly cells: number
  readonly type: 'city_weekly' | 'city_alerts'
  readonly frequency: 'weekly' | 'immediate'
}

/**
 * Writes this many subscribers, spread evenly over the places of a grid in Europe; every fifth has a second place, and with digests every
 * tenth the newsletter. Resolves to the number of rows.
 */
export async function fillSubscribers(databaseUrl: string, { subscribers, cells, type, frequency }: Filling): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`SET synchronous_commit = off; SET work_mem = '64MB'`)
    const insert = (what: string, everyNth: number, place: string | null): string => `
      INSERT INTO subscription (id, client, email, email_key, type, cell, city_name, city_lat, city_lon, frequency, alert_on_rain,
        alert_on_storm, alert_prefs, lang, units, timezone, active, confirmed_at, unsubscribe_token, created_at, updated_at)
      SELECT gen_random_uuid(), 'client' || i, 'reader' || i || '@bench.example', 'reader' || i || '@bench.example', '${what}',
        ${place === null ? 'NULL, NULL, NULL, NULL' : `(lat + 9000) * 36000 + lon + 18000, 'Place ' || k, lat / 100.0, lon / 100.0`},
        '${frequency}', false, false, '{}', (ARRAY['en', 'de', 'fr', 'es'])[1 + i % 4], 'metric', 'Europe/Berlin', true, now(),
        gen_random_uuid(), now(), now()
      FROM generate_series(1, ${subscribers}) i
        CROSS JOIN LATERAL (SELECT ${place ?? '0'} AS k) place
        CROSS JOIN LATERAL (SELECT 3600 + k / 100 * 25 AS lat, k % 100 * 30 AS lon) grid
      WHERE i % ${everyNth} = 0`
    const counts = [
      await client.query(insert(type, 1, `i % ${cells}`)),
      await client.query(insert(type, 5, `(i + ${Math.floor(cells / 2)}) % ${cells}`)),
      ...(type === 'city_weekly' ? [await client.query(insert('newsletter', 10, null))] : []),
    ]
    await client.query('VACUUM ANALYZE subscription')
    await client.query('CHECKPOINT')
    return counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
  } finally {
    await client.end()
  }
}
