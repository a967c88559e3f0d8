import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestServices } from '../../test/helpers/app.ts'
import { PRODUCT_MIGRATIONS } from '../../test/helpers/database.ts'
import { askGateway, PERSON } from './testing/requesters.ts'

/** One record of each scope, whatever its source, and stand-ins apart. */
const AS_BEFORE = `
  update cache_entry set
    key = case when key like '%:alert:nws' then replace(key, ':alert:nws', ':national_alert') else regexp_replace(key, ':[a-z-]+$', '') end,
    value = convert_to(replace(convert_from(value, 'utf8'), '"shape":4', '"shape":1'), 'utf8')
  where key like 'cell:%'`

it('records of the release before sources were told apart are served to people as they were, without a call', async () => {
  const app = await createTestServices()
  try {
    const cell = toCell(37.5, -98.4)
    const first = await askGateway(app, cell, 'current', PERSON)
    await app.services.gateway.drain()
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'openweather' } }])
    const elsewhere = toCell(10, 10)
    assert.equal((await askGateway(app, elsewhere, 'hourly', PERSON))?.record.source, 'open-meteo')
    await app.services.gateway.drain()
    const { pool } = app.database
    const count = async () =>
      Number((await pool.query(`select count(*) as n from cache_entry where key ~ '^cell:\\d+:\\w+:[a-z-]+$'`)).rows[0].n)
    const before = await count()
    await pool.query(AS_BEFORE)
    const odd = ['second_current', 'absent', 'daily'].map((scope) => `('cell:7:${scope}', '{}', now() + interval '1 day')`)
    await pool.query(
      `insert into cache_entry (key, value, expires_at) values ${odd.join(', ')}, ('geocode:x', 'y', now() + interval '1 day')`,
    )
    await pool.query(readFileSync(new URL('0044-records-by-source.sql', PRODUCT_MIGRATIONS), 'utf8'))
    assert.equal(await count(), before)
    assert.equal((await pool.query(`select from cache_entry where key like 'cell:7:%'`)).rowCount, 0)
    assert.equal((await pool.query(`select from cache_entry where key = 'geocode:x'`)).rowCount, 1)

    const node = await createTestServices({ sharing: app })
    const calls = app.simulator.calls().total
    const answer = await askGateway(node, cell, 'current', PERSON)
    const other = await askGateway(node, elsewhere, 'hourly', PERSON)
    assert.deepEqual(
      { fetchedAt: answer?.record.fetchedAt, layer: answer?.layer, tokensUsed: answer?.tokensUsed },
      { fetchedAt: first?.record.fetchedAt, layer: 'database', tokensUsed: 0 },
    )
    assert.deepEqual(answer?.alerts.map(({ source }) => source).toSorted(), ['nws', 'openweather'])
    assert.deepEqual(
      { source: other?.record.source, freshness: other?.freshness, tokensUsed: other?.tokensUsed },
      { source: 'open-meteo', freshness: 'fresh', tokensUsed: 0 },
    )
    assert.equal(app.simulator.calls().total, calls)
    await node.stop()
  } finally {
    await app.close()
  }
})
