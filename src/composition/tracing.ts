import { type PaidCalls, runPart } from '@isobar/providers/port'
import type { CellScope } from '@isobar/weather'
import type { Config } from '../config/config.ts'
import type { ReportError } from '../errors.ts'
import type { Gateway, Meter, ServedScope } from '../gateway/index.ts'
import type { FinishedQuery } from '../platform/db/database.ts'
import { openTracing, type Tracing } from '../platform/tracing/tracing.ts'
import type { UpstreamClient } from '../platform/upstream/client.ts'
import { VERSION } from '../version.ts'

/** Statements of jobs may be long; their beginnings distinguish them. */
const MAX_STATEMENT_CHARS = 1_000

/** Tracing as configured by the environment; null: off. */
export async function openConfiguredTracing(config: Config, onError: ReportError): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = config
  if (OTEL_EXPORTER_OTLP_ENDPOINT === null) return null
  return openTracing({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: OTEL_SERVICE_NAME,
    share: OTEL_TRACES_SAMPLER_ARG,
    version: VERSION,
    onError,
  })
}

/** The gateway, with a span for each query that is not answered from memory synchronously. */
export function traceGateway(gateway: Gateway, tracing: Tracing): Gateway {
  const weather: Gateway['weather'] = (query) =>
    tracing.within('gateway weather', 'internal', { 'isobar.scope': query.scope, 'isobar.cause': query.requester.cause }, async (note) => {
      const served = await gateway.weather(query)
      note({ 'isobar.layer': served.layer, 'isobar.freshness': served.freshness, 'isobar.calls': served.tokensUsed })
      return served
    })
  const scopesOf: Gateway['scopesOf'] = (query) =>
    tracing.within(
      'gateway weather',
      'internal',
      { 'isobar.scope': query.scopes.join(), 'isobar.cause': query.requester.cause },
      async (note, fail) => {
        const served = await gateway.scopesOf(query)
        const [failure] = Object.values(served.failures)
        if (failure !== undefined) fail(failure)
        const scopes: readonly (ServedScope<CellScope> | undefined)[] = Object.values(served.scopes)
        const words = (word: 'layer' | 'freshness') => [...new Set(scopes.flatMap((scope) => scope?.[word] ?? []))].join()
        note({ 'isobar.layer': words('layer'), 'isobar.freshness': words('freshness'), 'isobar.calls': served.tokensUsed })
        return served
      },
    )
  return { ...gateway, weather, scopesOf }
}

/** The meter, with a span for each piece of an adapter's work and one for each paid call in it. */
export function traceMeter(meter: Meter, tracing: Tracing): Meter {
  const traced = (calls: PaidCalls): PaidCalls => ({
    get: (request) =>
      tracing.within(`call ${request.product.id}`, 'internal', { 'isobar.product': request.product.id }, () => calls.get(request)),
    runPart: (part) => runPart(calls, (own) => part(traced(own))),
  })
  const run: Meter['run'] = (context, work) =>
    tracing.within('provider', 'internal', { 'isobar.cause': context.cause }, () => meter.run(context, (calls) => work(traced(calls))))
  return { ...meter, run }
}

/** The client for outgoing calls, with a span for each, named by host: a path may contain a place, and a query a key. */
export function traceClient(client: UpstreamClient, tracing: Tracing): UpstreamClient {
  const traced = (method: string, { hostname }: URL, call: () => ReturnType<UpstreamClient['get']>) =>
    tracing.within(`${method} ${hostname}`, 'client', { 'http.request.method': method, 'server.address': hostname }, async (note) => {
      const answer = await call()
      note({ 'http.response.status_code': answer.status })
      return answer
    })
  return {
    ...client,
    get: (url, wanted) => traced('GET', url, () => client.get(url, wanted)),
    send: (url, wanted) => traced(wanted.method, url, () => client.send(url, wanted)),
  }
}

/** Creates a span for each statement, with its text but without its parameters. */
export function createQueryTracer(tracing: Tracing): (query: FinishedQuery) => void {
  return ({ statement, durationMs, failed }) => tracing.ended(() => describe(statement), durationMs, failed)
}

function describe(statement: string): { name: string; attributes: Record<string, string> } {
  const [operation = 'statement'] = /[a-z]+/i.exec(statement) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(statement) ?? []
  const name = table === undefined ? operation.toLowerCase() : `${operation.toLowerCase()} ${table}`
  return {
    name,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_STATEMENT_CHARS) },
  }
}
