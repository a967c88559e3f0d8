import { formatInstant } from '@isobar/weather'
import type { TestFeed } from '../../src/features/weather/warnings/testing/feed.ts'
import { buildRectangleArea, buildOfficialWarning } from '../../src/features/weather/warnings/testing/warning.ts'
import type { TestApp } from '../../test/helpers/app.ts'

const CITIES = [
  ['Berlin', 52.52, 13.41],
  ['Denver', 39.74, -104.99],
  ['Lisbon', 38.72, -9.14],
  ['Tromsø', 69.65, 18.96],
  ['Nairobi', -1.29, 36.82],
  ['Osaka', 34.69, 135.5],
  ['Lima', -12.05, -77.04],
  ['Sydney', -33.87, 151.21],
] as const
const HOURS = 30
/** Enough searches to make a place popular. */
const SEARCHES = 3

/** After this time the warnings are read. */
const WARNINGS_MS = 3 * 60_000

/** How far back the furnished data begins. */
export const FURNISHED_MS = HOURS * 3_600_000 + WARNINGS_MS

/** Fills a new service, whose clock advances to the present meanwhile, with searches, observations, subscribers and page views. */
export async function furnish(app: TestApp): Promise<void> {
  for (const [name, lat, lon] of CITIES) {
    await app.get(`/api/geocode?q=${encodeURIComponent(name)}`)
    const email = `${name.toLowerCase().replace(/[^a-z]/g, 'o')}@example.com`
    const city = { cityName: name, cityLat: lat, cityLon: lon }
    await post(app, '/api/subscriptions', { clientId: `reader-at-${lat}`, email, type: 'city_weekly', ...city })
  }
  for (let hour = 0; hour <= HOURS; hour++) {
    // Each search counts once for a client and hour.
    if (hour < SEARCHES)
      for (const [, lat, lon] of CITIES) await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current&trigger=search_select`)
    for (const [, lat, lon] of CITIES.slice(0, 2)) await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=current&maxAgeMs=60000`)
    await app.services.gateway.drain()
    if (hour < HOURS) app.clock.advance({ hours: 1 })
  }
  const events = ['/', '/weather/Berlin-52.52,13.41', '/weather/Denver-39.74,-104.99'].map((path) => ({ type: 'pageview', path }))
  await post(app, '/api/analytics/collect', { events })
}

/** [event, level, its colour, severity, name of the area, west, south, east, north, hours from now to its start and end] */
const WARNINGS = [
  ['Gale', 'red', '#e53935', 'extreme', 'Coast of East Frisia', 6.8, 53.3, 8.4, 53.9, -2, 9],
  ['Heavy rain', 'orange', '#fb8c00', 'severe', 'Allgäu', 9.8, 47.4, 11, 48, 3, 20],
  ['Thunderstorms', 'yellow', '#ffeb3b', 'moderate', 'Upper Palatinate', 11.6, 48.9, 12.9, 49.9, 5, 11],
] as const

/** Official warnings in Germany, none of them where the pictures of a place are taken. */
export async function warn(app: TestApp, feed: TestFeed): Promise<void> {
  const inHours = (hours: number) => formatInstant(app.clock.now() + hours * 3_600_000)
  const warnings = WARNINGS.map(([event, name, color, severity, area, west, south, east, north, from, to]) =>
    buildOfficialWarning({
      key: event,
      messageId: event,
      sent: inHours(-3),
      start: inHours(from),
      end: inHours(to),
      severity,
      level: { name, color },
      texts: [{ language: 'en', event, headline: null, description: `${event} in places.`, instruction: 'Secure what is loose outdoors.' }],
      areas: [{ ...buildRectangleArea(west, south, east, north), name: area }],
    }),
  )
  feed.publish(warnings, 'DE')
  app.clock.advance({ seconds: WARNINGS_MS / 1_000 })
  await app.services.warnings.readDue()
}

/** No provider answers from now on. */
export async function trouble(app: TestApp): Promise<void> {
  app.simulator.setFaults([{ kind: 'status', status: 503 }])
  for (let lat = 30; lat < 38; lat++) await app.get(`/api/weather?lat=${lat}&lon=10&scope=current`)
  await app.services.gateway.drain()
  app.clock.advance({ seconds: 30 })
}

async function post(app: TestApp, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }
  const response = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
