import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/routes.ts'

/** Case-sensitive, as in the service, which routes the requests for a page's data. */
const page = (path: string, file: string) => route(path, file, { caseSensitive: true })

/** Not in a build, which React Router makes with NODE_ENV=production. */
const development = process.env.NODE_ENV === 'production' ? [] : [page('dev/components', 'routes/dev-components.tsx')]

export default [
  index('routes/home.tsx'),
  page('weather/:place', 'routes/city.tsx'),
  page('weather/:place/:date', 'routes/day.tsx'),
  page('weather/:place/sources', 'routes/made.tsx'),
  page('map', 'routes/map.tsx'),
  page('warnings/:country?', 'routes/warnings.tsx'),
  page('accuracy', 'routes/accuracy.tsx'),
  page('embed', 'routes/embed.tsx'),
  page('places', 'routes/places.tsx'),
  page('settings', 'routes/settings.tsx'),
  page('subscribe', 'routes/subscribe.tsx'),
  page('pages/:slug', 'routes/page.tsx'),
  page('offline', 'routes/offline.tsx'),
  page('mailed', 'routes/mailed.tsx'),
  page('api/docs', 'routes/api-docs.tsx'),
  page('api/docs/:section', 'routes/api-docs-section.tsx'),
  ...development,
  ...adminRoutes,
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
