import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/routes.ts'

export default [
  index('routes/home.tsx'),
  route('weather/:place', 'routes/city.tsx'),
  route('settings', 'routes/settings.tsx'),
  ...adminRoutes,
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
