import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** Exports the state of this process's pool, and whether the database takes writes. */
export function watchPool(registry: Registry, pool: pg.Pool, isWritable: () => boolean): void {
  const connections = new Gauge({
    name: 'isobar_database_connections',
    help: 'Connections of the pool by state (idle, busy); a process opens ten at most',
    labelNames: ['state'],
    registers: [],
    collect() {
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  const waiting: Gauge = new Gauge({
    name: 'isobar_database_waiting',
    help: 'Queries and transactions that wait for a connection of the pool',
    registers: [],
    collect: () => waiting.set(pool.waitingCount),
  })
  const writable: Gauge = new Gauge({
    name: 'isobar_database_writable',
    help: '0 while the database answers and cannot be written to (full disk, read-only), otherwise 1',
    registers: [],
    aggregator: 'min',
    collect: () => writable.set(isWritable() ? 1 : 0),
  })
  for (const gauge of [connections, waiting, writable]) registry.registerMetric(gauge)
}
