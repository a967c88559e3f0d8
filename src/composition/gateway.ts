import type { Cell } from '@isobar/weather'
import { Counter } from 'prom-client'
import { type BlendMode, type Fetched, type Gateway, type OnStored, type WarningStore, openGateway } from '../gateway/index.ts'
import type { OpenFoundation } from './foundation.ts'
import { type openProviders, REFUSED_METRIC } from './providers.ts'
import { traceGateway } from './tracing.ts'

const MEMORY_CELL_BYTES = 128 * 1024 * 1024

/** The gateway to weather data. `onFetched` is called for every fetch, off the response path. Without `blend`, nothing is blended. */
export function openWeatherGateway(
  foundation: OpenFoundation,
  providers: ReturnType<typeof openProviders>,
  onFetched: (fetched: Fetched) => void,
  warnings: WarningStore,
  blend?: { readonly modeAt: (cell: Cell) => BlendMode; readonly onStored: OnStored },
): Gateway {
  const { level, meter, clock, windows, settings, onError, timeouts, metrics, tracing } = foundation
  const refused = new Counter({
    name: REFUSED_METRIC,
    help: 'Data refused because it cannot be true or contradicts itself, by source and reason (docs/operations.md)',
    labelNames: ['source', 'reason'],
    registers: [metrics.registry],
  })
  const gateway = openGateway({
    ...providers,
    warnings,
    ...timeouts,
    level,
    meter,
    clock,
    windows,
    memoryBytes: MEMORY_CELL_BYTES,
    jobShare: () => settings.current().alertBudgetShare,
    onError,
    onFetched,
    ...(blend && { blendAt: blend.modeAt, onStored: blend.onStored }),
    onRefused: (source, reason, count) => refused.inc({ source, reason }, count),
  })
  return tracing === null ? gateway : traceGateway(gateway, tracing)
}
