import type { Operate } from './operation.ts'
import { anyPlace, knownPlace, visitor } from './places.ts'

const READS = [
  '/api/recent-checks',
  '/api/location/region',
  '/api/platform/limits',
  '/api/ads/config',
  '/api/ads?placement=dashboard',
  '/api/ads/placeholder-bg?city=Berlin&condition=rain&isDay=true',
  '/ads.txt',
  '/api/pages',
  '/api/pages/about?lang=de',
  '/api/pages/privacy?lang=fr',
  '/api/pages/no-such-page',
  '/api/health',
  '/api/ready',
  '/robots.txt',
  '/sitemap.xml',
  '/api/auth/session',
] as const

export const read: Operate = ({ random, send }) => send({ path: random.pick(READS), from: visitor(random) })

export const page: Operate = ({ random, send }) => {
  const { name, lat, lon } = knownPlace(random)
  const path = random.pick([
    '/',
    `/weather/${encodeURIComponent(name)}-${lat},${lon}`,
    '/settings',
    '/subscribe',
    '/pages/about',
    '/api/docs',
  ])
  return send({ path, from: visitor(random), headers: { accept: 'text/html' } })
}

const WRONG = [
  { path: '/api/weather?lat=91&lon=0&scope=current' },
  { path: '/api/weather?lat=&lon=0&scope=current' },
  { path: '/api/weather?lat=1&lon=2&scope=yesterday' },
  { path: '/api/no-such-route' },
  { path: '/api/subscriptions?clientId=no' },
  { path: '/api/weather/batch', body: { cities: 'none' } },
  { path: '/api/weather/batch', body: '{"cities": [' },
  { path: '/api/geocode?q=' },
  { path: '/api/unsubscribe?token=00000000-0000-4000-8000-000000000000' },
  { path: '/api/cron/weekly-digests' },
  { path: '/api/admin/users' },
  { path: '/api/weather/map-tile/clouds_new/2/9/9' },
] as const

export const wrong: Operate = ({ random, send }) =>
  send({ ...random.pick(WRONG), from: visitor(random), headers: { accept: 'application/json' } })

export const report: Operate = async ({ random, send, world }) => {
  const { lat, lon } = anyPlace(random)
  const body = { lat, lon, scope: 'current', field: 'temperature', observedValue: random.between(-20, 35), comment: 'seen outside' }
  const { answer } = await send({ path: '/api/weather/inaccurate-report', body, from: visitor(random) })
  if (answer?.status === 202) {
    world.reports.add(String(answer.json?.reportId))
    world.writes.acknowledged += 1
  } else if (answer === null || answer.status >= 500) world.writes.unanswered += 1
}

export const pageViews: Operate = ({ random, send }) => {
  const events = Array.from({ length: random.between(1, 5) }, () => ({ type: 'pageview', path: '/' }))
  return send({ path: '/api/analytics/collect', body: { events }, from: visitor(random) })
}
