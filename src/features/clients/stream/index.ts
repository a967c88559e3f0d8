import { Gauge } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { ForecastService } from '../../weather/forecast/index.ts'
import type { PlaceWeatherService } from '../../weather/place-weather/index.ts'
import { registerStream } from './routes.ts'
import { createSnapshots } from './snapshot.ts'
import { createWatches } from './watches.ts'

export interface StreamNeeds {
  readonly forecast: Pick<ForecastService, 'answer' | 'peek'>
  readonly placeWeather: Pick<PlaceWeatherService, 'counterOf'>
  readonly attributionOf: (source: string) => Attribution
}

const CHECK_MS = 5_000

/** Streams of what changes at a place. */
export function openStream(foundation: Foundation, { forecast, placeWeather, attributionOf }: StreamNeeds) {
  const { config, clock, limiter, clientHash, windows, metrics, onError } = foundation
  const read = createSnapshots({
    forecast,
    attributionOf,
    alertStaleSeconds: () => windows().alert.staleSeconds,
    counterOf: placeWeather.counterOf,
    clock,
  })
  const watches = createWatches({ read, clock, onError })
  const open: Gauge = new Gauge({
    name: 'isobar_streams_open',
    help: 'Open streams',
    registers: [metrics.registry],
    collect: () => open.set(watches.counts().watchers),
  })
  const places: Gauge = new Gauge({
    name: 'isobar_streams_places',
    help: 'Places watched by open streams',
    registers: [metrics.registry],
    collect: () => places.set(watches.counts().places),
  })
  const limits = { total: config.MAX_STREAMS, perClient: config.MAX_STREAMS_PER_CLIENT }
  return {
    /** Reads the watched places, and sends what has changed. */
    check: watches.check,
    routes: (app) => registerStream(app, { watches, limiter, limits, clientHash }),
    tasks: [{ name: 'reading places for streams', everyMs: CHECK_MS, run: watches.check }],
  } satisfies Feature & { check(): Promise<void> }
}
