import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // Built next to the build that is served, then moved into its place.
  buildDirectory: process.env.WEB_BUILD_DIR ?? 'build',
  ssr: true,
  // All routes are known from the start, so hovering over links requests no manifest.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
