import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/routes.ts'

export default [
  index('routes/home.tsx'),
  route('weather/:place', 'routes/city.tsx'),
  route('settings', 'routes/settings.tsx'),
  route('subscribe', 'routes/subscribe.tsx'),
  route('pages/:slug', 'routes/page.tsx'),
  route('offline', 'routes/offline.tsx'),
  route('api/docs', 'routes/api-docs.tsx'),
  route('api/docs/:section', 'routes/api-docs-section.tsx'),
  ...adminRoutes,
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
