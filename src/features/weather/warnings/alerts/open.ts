import type { Feature, Foundation } from '../../../../foundation.ts'
import type { Gateway } from '../../../../gateway/index.ts'
import type { Attribution } from '../../../../providers/provider.ts'
import { registerAlerts } from './routes.ts'
import { createAlertService } from './service.ts'

interface AlertNeeds {
  readonly gateway: Gateway
  readonly attributionOf: (source: string) => Attribution
}

/** Serves one official alert by its id. */
export function openAlerts({ clock, limiter, windows }: Foundation, { gateway, attributionOf }: AlertNeeds) {
  const alerts = createAlertService({ gateway, attributionOf, window: () => windows().alert, clock })
  return { routes: (app) => registerAlerts(app, { alerts, limiter }) } satisfies Feature
}
