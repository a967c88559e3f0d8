import assert from 'node:assert/strict'
import { toCell } from '@isobar/weather'
import { CRON_SECRET, type TestApp } from '../../../../../test/helpers/app.ts'
import { untilSearched } from '../../../../../test/helpers/searched.ts'
import { truncate } from '../../../../../test/helpers/truncate.ts'
import type { DigestPlacePart, WeeklyDigestData } from '../emails/weekly-digest/data.ts'

export interface OutboxRow {
  readonly key: string
  readonly address: string
  readonly lang: string
  readonly units: string
  readonly timezone: string
  readonly data: WeeklyDigestData
  readonly parts: string[]
  readonly state: string
  readonly unsubscribe_scope: string
  readonly drop_after: Date
}

/** Calls the route and expects a 200. */
export async function runDigestJob(app: TestApp, query = '') {
  const { status, body } = await app.get(`/api/cron/weekly-digests${query}`, { authorization: `Bearer ${CRON_SECRET}` })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

export async function listOutboxRows(app: TestApp): Promise<OutboxRow[]> {
  return (await app.database.pool.query(`select * from mail_outbox order by address, created_at, key`)).rows
}

export async function readPlacePart(app: TestApp, place: { lat: number; lon: number }): Promise<DigestPlacePart> {
  const id = `%:${toCell(place.lat, place.lon).id}`
  return (await app.database.pool.query('select data from mail_part where id like $1 order by id desc', [id])).rows[0].data
}

/** Looks up Lima, so that newsletters have something to show. Resolves to its coordinates once the lookup is counted. */
export async function lookUpLima(app: TestApp): Promise<{ lat: number; lon: number }> {
  const [{ lat, lon }] = (await app.get('/api/geocode?q=Lima')).body
  await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=daily&trigger=search_select`)
  await app.services.gateway.drain()
  await untilSearched(app, 'Lima')
  return { lat, lon }
}

/** Removes all subscriptions and moves the clock a week ahead, which expires the caches. */
export async function resetDigests(app: TestApp): Promise<void> {
  await app.services.gateway.drain()
  await truncate(app.database.pool, WRITTEN.join(', '))
  app.simulator.setFaults([])
  app.clock.advance({ hours: 24 * 7 })
}

const WRITTEN = [
  'subscription',
  'mail_outbox',
  'mail_part',
  'mail_suppression',
  'digest_delivery',
  'job_run',
  'observation',
  'hourly_issue',
]
