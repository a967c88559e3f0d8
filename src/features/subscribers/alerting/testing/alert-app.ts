import assert from 'node:assert/strict'
import {
  createTestApp,
  createTestWorld,
  CRON_SECRET,
  type TestApp,
  type TestAppOptions,
  type TestWorld,
} from '../../../../../test/helpers/app.ts'
import { HOUR_MS } from '../../../../time.ts'
import type { WeatherAlertData } from '../emails/weather-alert/data.ts'
import { type Feeds, startFeeds } from './feeds.ts'

/** A subscription to a place's alerts, as posted by a client. */
export interface WantedAlert {
  readonly email: string
  readonly cityName: string
  readonly cityLat: number
  readonly cityLon: number
  readonly clientId?: string
  readonly [field: string]: unknown
}

/** The whole service, with feeds that a test can change. */
export interface AlertApp extends TestApp {
  readonly feeds: Feeds
  subscribe(wanted: WantedAlert): Promise<{ readonly id: string; readonly token: string }>
  /** Runs the job through its route and returns the body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into the counts
  run(query?: string): Promise<any>
  /** The mails written since the last call, `address · place: stage event | …`, in order. */
  mails(): Promise<string[]>
  /** The data of the mails. */
  mailData(): Promise<WeatherAlertData[]>
}

export async function createAlertApp(options: TestAppOptions = {}): Promise<AlertApp> {
  const own = options.sharing === undefined ? await createTestWorld(options.now) : undefined
  const world = options.sharing ?? (own as TestWorld)
  const feeds = await startFeeds(world.simulator)
  const bases = { OPENWEATHER_BASE_URL: feeds.url, OPEN_METEO_BASE_URL: feeds.url, NWS_BASE_URL: feeds.url }
  const app = await createTestApp({ ...options, sharing: world, env: { ...bases, RATE_LIMITS: 'subscriptions=0', ...options.env } })
  const seen = new Set<string>()
  return {
    ...app,
    feeds,
    async subscribe(wanted) {
      const response = await fetch(`${app.url}/api/subscriptions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId: 'a-client', type: 'city_alerts', ...wanted }),
      })
      const text = await response.text()
      assert.ok(response.ok, text)
      const { subscription } = JSON.parse(text) as { subscription: { id: string; unsubscribe_token: string } }
      return { id: subscription.id, token: subscription.unsubscribe_token }
    },
    async run(query = '') {
      const { status, body, text } = await app.get(`/api/cron/weather-alerts${query}`, { authorization: `Bearer ${CRON_SECRET}` })
      assert.equal(status, 200, text)
      return body
    },
    async mails() {
      const { rows } = await app.database.pool.query<{ key: string; address: string; data: WeatherAlertData }>(
        "select key, address, data from mail_outbox where template = 'weather-alert' order by address, created_at, id",
      )
      const fresh = rows.filter(({ key }) => !seen.has(key))
      for (const { key } of fresh) seen.add(key)
      return fresh.map(({ address, data }) => `${address} · ${data.place.name}: ${data.matches.map(tell).toSorted().join(' | ')}`)
    },
    async mailData() {
      const { rows } = await app.database.pool.query<{ data: WeatherAlertData }>(
        "select data from mail_outbox where template = 'weather-alert' order by created_at, id",
      )
      return rows.map(({ data }) => data)
    },
    async close() {
      await app.close()
      await feeds.close()
      await own?.close()
    },
  }
}

function tell(match: WeatherAlertData['matches'][number]): string {
  return match.kind === 'official' ? `${match.stage} ${match.event}` : `${match.stage} ${match.hazard} forecast`
}

export const BERLIN = { cityName: 'Berlin', cityLat: 52.52, cityLon: 13.41 }
/** Preferences that only a storm set by the test meets. */
export const STORM = { wind: { minGustKmh: 100 } }

/** Gusts of 126 km/h in Berlin, starting `from` hours after the next full hour. */
export function simulateStorm(app: AlertApp, from: number, hours = 3): void {
  const start = Math.ceil(app.clock.now() / HOUR_MS) * HOUR_MS + from * HOUR_MS
  app.simulator.setConditions([
    { lat: 52.52, lon: 13.41, radiusDeg: 0.3, from: start, to: start + hours * HOUR_MS, weather: { windGust: 35, windSpeed: 20 } },
  ])
}

export async function countRows(app: AlertApp, table: 'alert_event' | 'alert_notice' | 'alert_cell'): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(`select count(*)::int4 as count from ${table}`)
  return rows[0]?.count ?? 0
}
