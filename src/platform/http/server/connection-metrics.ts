import { Counter, Gauge, type Registry } from 'prom-client'
import type { HttpServer } from './http-server.ts'

/** Exports the number of open connections and of those closed because there were too many. */
export function addConnectionMetrics(registry: Registry, app: HttpServer): void {
  const open: Gauge = new Gauge({
    name: 'http_connections_open',
    help: 'Open connections',
    registers: [],
    collect() {
      open.set(app.connectionCounts().open)
    },
  })
  const closed: Counter = new Counter({
    name: 'http_connections_closed_total',
    help: 'Connections closed at the connection limit: evicted (idle ones), refused (new ones)',
    labelNames: ['why'],
    registers: [],
    collect() {
      const { evicted, refused } = app.connectionCounts()
      closed.reset()
      closed.inc({ why: 'evicted' }, evicted)
      closed.inc({ why: 'refused' }, refused)
    },
  })
  registry.registerMetric(open)
  registry.registerMetric(closed)
}
