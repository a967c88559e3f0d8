import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, SpanKind as Kind } from '@opentelemetry/api'
import type { ReportError } from '../../errors.ts'
import { waitAtMost } from '../at-most.ts'

export interface TracingOptions {
  /** Base of the collector; spans are posted to `v1/traces` below it, as JSON. */
  readonly endpoint: URL
  /** Headers that the collector requires, such as a key. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly version: string
  /** The fraction of requests that are traced, 0–1; a request that its caller traces is always traced. */
  readonly share: number
  readonly onError: ReportError
}

/** The span of an incoming request. */
export interface RequestSpan {
  /** Runs the work of the request; spans that it begins become children of this one. */
  run(work: () => void): void
  end(attributes: Attributes, failed: boolean): void
}

export type Tracing = Awaited<ReturnType<typeof openTracing>>

/** At exit, a collector that does not answer is given up after this. */
const CLOSE_MS = 400
const SEND_TIMEOUT_MS = 5_000
const SEND_EVERY_MS = 2_000
/** Spans that wait to be sent; further ones are dropped while the collector is unreachable. */
const MAX_WAITING = 4_096

/**
 * OpenTelemetry tracing. Its packages are loaded only here, so that they cost nothing without tracing. The context has its own
 * AsyncLocalStorage, so that several services in one process do not share it. Spans name routes, hosts and statements, never addresses,
 * coordinates or values.
 */
export async function openTracing(options: TracingOptions) {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, { ExportResultCode, parseTraceParent }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.href.replace(/\/$/, '')}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: SEND_TIMEOUT_MS,
  })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': options.serviceName, 'service.version': options.version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exporter: {
          export: (spans, done) =>
            exporter.export(spans, (result) => {
              if (result.code !== ExportResultCode.SUCCESS) options.onError(result.error, 'sending traces')
              done(result)
            }),
          shutdown: () => exporter.shutdown(),
        },
      }),
    ],
  })
  const tracer = provider.getTracer(options.serviceName, options.version)
  const current = new AsyncLocalStorage<Context>()
  const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const satisfies Record<string, Kind>

  return {
    /**
     * Begins the span of a request. `caller` is its `traceparent` header, if the peer is trusted; `isOwn`: this process calls itself, and
     * the span is a child of the caller's.
     */
    receive(name: string, attributes: Attributes, { caller, isOwn }: { caller: string | undefined; isOwn: boolean }): RequestSpan {
      const asking = isOwn ? current.getStore() : undefined
      const remote = caller === undefined ? null : parseTraceParent(caller)
      const parent = asking ?? (remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }))
      const span = tracer.startSpan(name, { kind: isOwn ? SpanKind.INTERNAL : SpanKind.SERVER, attributes }, parent)
      const context = trace.setSpan(parent, span)
      return {
        run: (work) => current.run(context, work),
        end(more, failed) {
          span.setAttributes(more)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },

    /** Runs work in a child span of the current one; without a traced request it just runs. `note` adds attributes that are known later, `fail` marks it. */
    async within<T>(
      name: string,
      kind: keyof typeof kinds,
      attributes: Attributes,
      work: (note: (more: Attributes) => void, fail: (error: unknown) => void) => Promise<T>,
    ): Promise<T> {
      const parent = current.getStore()
      if (parent === undefined)
        return work(
          () => undefined,
          () => undefined,
        )
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
      function fail(error: unknown): void {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      }
      try {
        return await current.run(trace.setSpan(parent, span), () => work((more) => span.setAttributes(more), fail))
      } catch (error) {
        fail(error)
        throw error
      } finally {
        span.end()
      }
    },

    /** Records a client span that has just ended, below the current one. `describe` is called only if a request is being traced. */
    ended(describe: () => { name: string; attributes: Attributes }, durationMs: number, failed: boolean): void {
      const parent = current.getStore()
      if (parent === undefined) return
      const { name, attributes } = describe()
      const endTime = Date.now()
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: endTime - durationMs }, parent)
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endTime)
    },

    /** Sends the waiting spans; gives up after 0.4 s. */
    close: (): Promise<void> =>
      waitAtMost(CLOSE_MS, provider.shutdown()).catch((error: unknown) => options.onError(error, 'sending traces')),
  }
}
