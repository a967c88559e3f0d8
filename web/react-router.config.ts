import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // Built beside what is served, and then put in its place.
  buildDirectory: process.env.WEB_BUILD_DIR ?? 'build',
  ssr: true,
  // All routes are known from the start: no request for a manifest while somebody points at links.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
