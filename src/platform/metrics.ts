import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry, type Metric, type MetricObject } from 'prom-client'
import { listMemoryCaches } from './cache/memory-cache.ts'

/** The request counts of one route. */
export interface RouteRecord {
  /** Counts one response of this method and status that took `seconds`. */
  record(method: string, status: number, seconds: number): void
}

export type Metrics = ReturnType<typeof createMetrics>

interface RouteCounts {
  /** Response counts by method, then by status. */
  readonly answers: Map<string, Map<number, number>>
  /** Response counts per duration bucket, not cumulative; the last bucket is unbounded. */
  readonly buckets: Float64Array
  sumSeconds: number
}

const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The values of all worker processes, including this one; undefined if they cannot be collected. */
export type GatherMetrics = () => Promise<readonly MetricObject[][] | undefined>

/** What is running. */
export interface Release {
  readonly version: string
  /** The commit. */
  readonly revision: string
}

let ofProcess: Registry | undefined

/**
 * The metrics of the process itself, collected once: the observer of garbage collection lives as long as the process and refers to its registry, which
 * refers to the service. Each test app would stay in memory.
 */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/**
 * The process's own metrics and those of HTTP requests. Requests are counted in plain fields and converted to the Prometheus format only
 * when read: prom-client's own counters hash their labels for each request. With `gather`, the export contains the sums over all workers.
 */
export function createMetrics(gather?: GatherMetrics, release: Release = { version: 'unknown', revision: 'unknown' }) {
  const registry = new Registry()
  const routes = new Map<string, RouteCounts>()
  // The package types its metrics as what they export.
  for (const metric of processMetrics().getMetricsAsArray()) registry.registerMetric(metric as unknown as Metric)
  for (const gauge of createMemoryCacheMetrics()) registry.registerMetric(gauge)
  registry.registerMetric(readMetric('http_requests_total', 'HTTP responses', 'counter', () => requestValues(routes)))
  registry.registerMetric(readMetric('http_request_duration_seconds', 'HTTP response time', 'histogram', () => durationValues(routes)))
  const workers = new Gauge({ name: 'isobar_workers', help: 'Processes that serve together on this machine', registers: [registry] })
  workers.set(1)
  let gathering: Promise<readonly MetricObject[][] | undefined> | undefined
  /**
   * Over all workers; undefined: they cannot be reached, or none has anything to report yet, as right after a start. Once for all who ask meanwhile:
   * the back office's list of providers asks for each of them at once.
   */
  async function gathered(): Promise<readonly MetricObject[][] | undefined> {
    gathering ??= gather?.().finally(() => (gathering = undefined))
    const all = await gathering
    return all === undefined || all.length === 0 ? undefined : all
  }

  const build = new Gauge({
    name: 'isobar_build_info',
    help: '1, with the version of the service, its commit and the version of Node as labels',
    labelNames: ['version', 'revision', 'node'],
    registers: [registry],
    aggregator: 'max',
  })
  build.set({ ...release, node: process.version }, 1)
  return {
    /** This process's own values, for the other workers. */
    own: (): Promise<MetricObject[]> => registry.getMetricsAsJSON(),
    /** The Prometheus text format, over all workers; over this one alone while the others cannot be reached. */
    async text(): Promise<string> {
      const all = await gathered()
      return all === undefined ? registry.metrics() : AggregatorRegistry.aggregate([...all]).metrics()
    },
    /** The values of one metric with their labels, over all workers since the start. */
    async valuesOf(name: string): Promise<readonly Value[]> {
      // Only that metric: reading all of them takes milliseconds.
      const all = (await gathered()) ?? [[await registry.getSingleMetric(name)?.get()]]
      return all
        .flat()
        .flatMap((metric) => (metric?.name === name ? (metric as unknown as { readonly values: readonly Value[] }).values : []))
    },
    /** Everything that /api/metrics exports; features register their own metrics here. */
    registry,
    /** The record of a route by its pattern, `/api/alerts/:alertId`; never by a path, which would be unbounded. */
    route(pattern: string): RouteRecord {
      const counts = routes.get(pattern) ?? { answers: new Map(), buckets: new Float64Array(BOUNDS_SECONDS.length + 1), sumSeconds: 0 }
      routes.set(pattern, counts)
      return { record: (method, status, seconds) => recordIn(counts, method, status, seconds) }
    },
  }
}

/** What remains of ended processes: their counters and histograms, summed, but not their gauges. */
export async function addCounts(former: readonly MetricObject[] | undefined, last: readonly MetricObject[]): Promise<MetricObject[]> {
  const counted = last.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram')
  return former === undefined ? counted : AggregatorRegistry.aggregate([[...former], counted]).getMetricsAsJSON()
}

function recordIn(counts: RouteCounts, method: string, status: number, seconds: number): void {
  const byStatus = counts.answers.get(method) ?? new Map<number, number>()
  if (byStatus.size === 0) counts.answers.set(method, byStatus)
  byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
  let bucket = 0
  while (bucket < BOUNDS_SECONDS.length && seconds > (BOUNDS_SECONDS[bucket] ?? 0)) bucket++
  counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
  counts.sumSeconds += seconds
}

interface Value {
  readonly labels: Record<string, string | number>
  readonly value: number
  readonly metricName?: string
}

/** A metric whose values are computed when it is read. It implements only the members that the registry uses. */
function readMetric(name: string, help: string, type: 'counter' | 'histogram', values: () => Value[]): Metric {
  return { name, get: async () => ({ name, help, type, aggregator: 'sum', values: values() }), reset: () => {} } as unknown as Metric
}

function requestValues(routes: ReadonlyMap<string, RouteCounts>): Value[] {
  return [...routes].flatMap(([route, { answers }]) =>
    [...answers].flatMap(([method, byStatus]) => [...byStatus].map(([status, value]) => ({ labels: { route, method, status }, value }))),
  )
}

function durationValues(routes: ReadonlyMap<string, RouteCounts>): Value[] {
  const name = 'http_request_duration_seconds'
  const values: Value[] = []
  for (const [route, { buckets, sumSeconds }] of routes) {
    let total = 0
    for (const [i, count] of buckets.entries()) {
      total += count
      values.push({ labels: { le: BOUNDS_SECONDS[i] ?? '+Inf', route }, value: total, metricName: `${name}_bucket` })
    }
    values.push({ labels: { route }, value: sumSeconds, metricName: `${name}_sum` })
    values.push({ labels: { route }, value: total, metricName: `${name}_count` })
  }
  return values
}

/**
 * Gauges of the size and the limit of all caches of this process. Separate from the caches: a template's thread has a cache but no metrics.
 */
export function createMemoryCacheMetrics(): Gauge[] {
  return [
    gaugeOf('memory_cache_bytes', 'Bytes held by an in-memory cache', ({ calculatedSize }) => calculatedSize),
    gaugeOf('memory_cache_max_bytes', 'Maximum bytes of an in-memory cache', ({ maxSize }) => maxSize),
  ]
}

function gaugeOf(name: string, help: string, read: (cache: { calculatedSize: number; maxSize: number }) => number): Gauge {
  return new Gauge({
    name,
    help,
    labelNames: ['cache'],
    registers: [],
    collect() {
      this.reset()
      for (const { name: label, cache } of listMemoryCaches()) this.inc({ cache: label }, read(cache))
    },
  })
}

/**
 * Registers gauges of what all processes share, such as a queue in the database: a scrape reads it once for all of them. While it cannot be read, they
 * have no value.
 */
export function watchShared<Figure extends string>(
  registry: Registry,
  gauges: Readonly<Record<Figure, readonly [name: string, help: string]>>,
  read: () => Promise<Readonly<Record<Figure, number>>>,
): void {
  let reading: Promise<Readonly<Record<Figure, number>> | null> | undefined
  const once = () =>
    (reading ??= read()
      .catch(() => null)
      .finally(() => (reading = undefined)))
  for (const [figure, [name, help]] of Object.entries(gauges) as [Figure, readonly [string, string]][]) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      // Every process reads the same values.
      aggregator: 'max',
      async collect() {
        gauge.set((await once())?.[figure] ?? Number.NaN)
      },
    })
  }
}
