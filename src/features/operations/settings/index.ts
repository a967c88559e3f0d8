import type { Config } from '../../../config/config.ts'
import { buildEnvironmentView } from '../../../config/environment-view.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { registerSettingsAdmin } from './admin.ts'
import type { Settings } from './settings.ts'
export { type EnvironmentDefaults, REQUEST_LIMITS } from './definition.ts'
export { findAdSlot, hasAds, parseNoticeAddresses, toRequestLimitSetting } from './definitions.ts'
export { openSettings, type Settings } from './settings.ts'
export { createSettingsStore } from './store.ts'
export { getStoredSiteName } from './values.ts'
export { settingTables } from './tables.ts'

/** The settings in the back office. The foundation, which depends on the values, loads them. */
export function openSettingsAdmin({ config, settings }: { readonly config: Config; readonly settings: Settings }) {
  return { adminRoutes: (app: HttpServer) => registerSettingsAdmin(app, { settings, environment: buildEnvironmentView(config) }) }
}
