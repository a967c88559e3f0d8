import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What the product counts, besides the HTTP and process metrics of the platform. Labels are closed sets: nothing that a caller writes. */
export interface ProductMetrics {
  weatherAnswer(scope: string, layer: string, freshness: string): void
  upstreamCall(product: string, outcome: string, durationMs: number): void
  archived(outcome: string, fetches: number): void
  searchesDropped(searches: number): void
  /** What became of one mail that a worker took up. */
  mail(outcome: string): void
  /** Shows what waits in the outbox; `read` is asked whenever the metrics are read. */
  watchOutbox(read: () => Promise<{ readonly waiting: number; readonly oldestDueSeconds: number }>): void
  jobRun(job: string, status: string, durationMs: number): void
  /** One run of what every node does again and again. */
  maintenance(task: string, outcome: string, durationMs: number): void
}

export function createProductMetrics(registry: Registry): ProductMetrics {
  const answers = new Counter({
    name: 'isobar_weather_answers_total',
    help: 'Weather responses by scope, serving layer and data freshness',
    labelNames: ['scope', 'layer', 'freshness'],
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'isobar_upstream_call_duration_seconds',
    help: 'Provider calls by product and outcome',
    labelNames: ['product', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4],
    registers: [registry],
  })
  const archived = new Counter({
    name: 'isobar_archived_fetches_total',
    help: 'Fetches by archive outcome: written, dropped (queue full), refused (not storable)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const searchesDropped = new Counter({
    name: 'isobar_searches_dropped_total',
    help: 'Searches not counted because the write queue was full',
    registers: [registry],
  })
  const runs = new Histogram({
    name: 'isobar_job_run_duration_seconds',
    help: 'Job runs by final status (completed, partial, failed, interrupted)',
    labelNames: ['job', 'status'],
    buckets: [1, 5, 15, 60, 300, 1_800],
    registers: [registry],
  })
  const maintenance = new Histogram({
    name: 'isobar_maintenance_duration_seconds',
    help: 'Runs of what every node does again and again, by task and by how they ended (done, failed)',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  })
  const mails = new Counter({
    name: 'isobar_mails_total',
    help: 'Delivery attempts by outcome; deferred, unknown and not_rendered may be retried, unreachable were returned to the queue',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    weatherAnswer: (scope, layer, freshness) => answers.inc({ scope, layer, freshness }),
    upstreamCall: (product, outcome, durationMs) => calls.observe({ product, outcome }, durationMs / 1_000),
    archived: (outcome, fetches) => archived.inc({ outcome }, fetches),
    searchesDropped: (searches) => searchesDropped.inc(searches),
    mail: (outcome) => mails.inc({ outcome }),
    watchOutbox: (read) => watchOutbox(registry, read),
    jobRun: (job, status, durationMs) => runs.observe({ job, status }, durationMs / 1_000),
    maintenance: (task, outcome, durationMs) => maintenance.observe({ task, outcome }, durationMs / 1_000),
  }
}

function watchOutbox(registry: Registry, read: Parameters<ProductMetrics['watchOutbox']>[0]): void {
  const nothing = { waiting: Number.NaN, oldestDueSeconds: Number.NaN }
  let reading: ReturnType<typeof read> | undefined
  // Both are read at once. Without the database there is nothing to say.
  const once = () =>
    (reading ??= read()
      .catch(() => nothing)
      .finally(() => (reading = undefined)))
  const gauge = (name: string, help: string, value: (stats: typeof nothing) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(value(await once()))
      },
    })
  registry.registerMetric(gauge('isobar_outbox_waiting_mails', 'Emails waiting in the outbox, due or not', ({ waiting }) => waiting))
  registry.registerMetric(
    gauge('isobar_outbox_oldest_due_seconds', 'How long the oldest due email has been overdue', ({ oldestDueSeconds }) => oldestDueSeconds),
  )
}
