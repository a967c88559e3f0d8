import { environmentView } from '../../../config/environment-view.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { registerSettingsAdmin } from './admin.ts'

/** The settings in the back office. The foundation loads the values, since it depends on them. */
export function openSettingsAdmin({ config, settings }: Foundation) {
  return { adminRoutes: (app) => registerSettingsAdmin(app, { settings, environment: environmentView(config) }) } satisfies Feature
}
