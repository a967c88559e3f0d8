import { Gauge } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import { registerStream } from './routes.ts'
import { createSnapshots, type StreamNeeds } from './snapshot.ts'
import { createWatches } from './watches.ts'

const CHECK_MS = 5_000

/** Streams of what changes at a place. */
export function openStream(foundation: Foundation, needs: StreamNeeds) {
  const { clock, metrics, onError } = foundation
  const watches = createWatches({ read: createSnapshots(foundation, needs), clock, onError })
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
  return {
    /** Reads the watched places, and sends what has changed. */
    check: watches.check,
    routes: (app) => registerStream(app, watches, foundation),
    tasks: [{ name: 'reading places for streams', everyMs: CHECK_MS, run: watches.check }],
  } satisfies Feature & { check(): Promise<void> }
}
