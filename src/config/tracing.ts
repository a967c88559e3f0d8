import { fraction, headerList, headerText } from './parsers.ts'
import type { Reader } from './reader.ts'
import { collectorUrl, isLoopbackHost } from './urls.ts'
import type { VariableName } from './variables.ts'

/** Where traces go, and how many requests are traced. */
export function readTracing(reader: Reader<VariableName>) {
  const endpoint = reader.optional('OTEL_EXPORTER_OTLP_ENDPOINT', collectorUrl)
  const headers = reader.optional('OTEL_EXPORTER_OTLP_HEADERS', headerList)
  if (headers !== null && endpoint?.protocol === 'http:' && !isLoopbackHost(endpoint.hostname)) {
    reader.fault('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be https, or http on loopback, with OTEL_EXPORTER_OTLP_HEADERS: they may hold a key')
  }
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_SERVICE_NAME: reader.required('OTEL_SERVICE_NAME', headerText),
    OTEL_TRACES_SAMPLER_ARG: reader.required('OTEL_TRACES_SAMPLER_ARG', fraction),
  }
}
