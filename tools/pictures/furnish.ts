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

/** How far back the furnished data begins. */
export const FURNISHED_MS = HOURS * 3_600_000

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

async function post(app: TestApp, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }
  const response = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
