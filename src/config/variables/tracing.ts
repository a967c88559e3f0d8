import { parseFraction, parseHeaderList, parseHeaderText } from '../parsers.ts'
import type { Variables } from '../reader.ts'
import { parseCollectorUrl } from '../urls.ts'

export const TRACING = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'Tracing',
    type: 'URL',
    parse: parseCollectorUrl,
    default: null,
    meaning:
      'Base of an OpenTelemetry collector (OTLP over HTTP, usually port 4318): requests are traced, and spans posted to `/v1/traces` below it; unset: no tracing',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    group: 'Tracing',
    type: 'comma-separated `name=value` entries',
    parse: parseHeaderList,
    default: null,
    secret: true,
    meaning: 'Headers that the collector wants, such as a key; only over https or loopback',
  },
  OTEL_SERVICE_NAME: {
    group: 'Tracing',
    type: 'text',
    parse: parseHeaderText,
    default: 'isobar',
    meaning: 'Name of the service in traces',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    group: 'Tracing',
    type: 'number 0–1',
    parse: parseFraction,
    default: '1',
    meaning: 'Fraction of requests that are traced; a trusted proxy decides for the requests that it traces itself',
  },
} as const satisfies Variables
