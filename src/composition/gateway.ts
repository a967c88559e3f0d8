import { Counter } from 'prom-client'
import { type Fetched, type Gateway, openGateway } from '../gateway/index.ts'
import type { Foundation } from '../foundation.ts'
import type { openProviders } from './providers.ts'

const MEMORY_CELL_BYTES = 128 * 1024 * 1024

/** The gateway to weather data. `onFetched` is called for every fetch, off the response path. */
export function openWeatherGateway(
  foundation: Foundation,
  providers: ReturnType<typeof openProviders>,
  onFetched: (fetched: Fetched) => void,
): Gateway {
  const { level, meter, clock, windows, settings, onError, timeouts, metrics } = foundation
  const refused = new Counter({
    name: 'isobar_refused_data_total',
    help: 'What provider answers held that cannot be true, by source and reason: place (answers for elsewhere), ahead, outdated (current weather of another time), value (single numbers)',
    labelNames: ['source', 'reason'],
    registers: [metrics.registry],
  })
  return openGateway({
    ...providers,
    ...timeouts,
    level,
    meter,
    clock,
    windows,
    memoryBytes: MEMORY_CELL_BYTES,
    jobShare: () => settings.current().alertBudgetShare,
    onError,
    onFetched,
    onRefused: (source, reason, count) => refused.inc({ source, reason }, count),
  })
}
