import { LOG_LEVELS } from '../../platform/log.ts'
import { corsOrigins, hostPatterns, oneOf, trustProxy, visible } from '../parsers.ts'
import { rateLimitOverrides } from '../rate-limits.ts'
import type { Variables } from '../reader.ts'
import { publicUrl } from '../urls.ts'
import { workerCount } from '../workers.ts'
import { SWITCH, TEXT, TOKEN, whole } from './kinds.ts'

export const SERVER = {
  PORT: {
    group: 'Server',
    ...whole(0, 65_535),
    default: '3000',
    meaning: 'Port to listen on; 0 takes any free port and prints the address',
  },
  HOST: {
    group: 'Server',
    type: 'address or name',
    parse: visible,
    default: '127.0.0.1',
    meaning: 'Interface to listen on; `0.0.0.0` or `::` for all',
  },
  PUBLIC_URL: {
    group: 'Server',
    type: 'URL without path',
    parse: publicUrl,
    default: null,
    defaultNote: 'http://localhost:PORT',
    meaning: 'Base of the links in emails and pages; HSTS is sent when it is https',
  },
  TRUST_PROXY: {
    group: 'Server',
    type: 'integer 1–10, or comma-separated addresses and CIDR ranges',
    parse: trustProxy,
    default: null,
    meaning: 'Trusted proxies in front of the service, as a count or by address: their `X-Forwarded-*` and `X-Request-Id` headers are used',
  },
  ISOBAR_URL: {
    group: 'Server',
    type: 'URL without path',
    parse: publicUrl,
    default: null,
    defaultNote: 'http://localhost:PORT',
    meaning: 'The service that the commands `weather` and `mcp` ask; the service itself does not read it',
  },
  ISOBAR_API_KEY: {
    group: 'Server',
    ...TEXT,
    default: null,
    secret: true,
    meaning: 'The client key that those commands send, for a service that requires one',
  },
  CORS_ORIGINS: {
    group: 'Server',
    type: 'comma-separated origins, or `*`',
    parse: corsOrigins,
    default: null,
    defaultNote: 'all origins',
    meaning:
      'Origins allowed by CORS to read the public API (weather, places, alerts, tiles, icons, limits, the OpenAPI document, and that a path does not exist), always without credentials; everything else is same-origin only',
  },
  OPEN_METEO_COMPATIBLE_API: {
    group: 'Server',
    ...SWITCH,
    default: 'on',
    meaning: 'Answers clients of Open-Meteo under `/v1` (docs/clients.md)',
  },
  OPENWEATHER_COMPATIBLE_API: {
    group: 'Server',
    ...SWITCH,
    default: 'on',
    meaning: 'Answers clients of OpenWeather under `/data`, `/geo` and `/map` (docs/clients.md)',
  },
  CLIENT_KEYS: {
    group: 'Server',
    type: '`optional` or `required`',
    parse: oneOf(['optional', 'required']),
    default: 'optional',
    meaning:
      "Whether API requests need a client key (docs/client-keys.md); those of the site's own pages never do. Owners change it in the back office",
  },
  NODE_ENV: {
    group: 'Server',
    type: '`production`, `development` or `test`',
    parse: oneOf(['production', 'development', 'test']),
    default: 'production',
    meaning: 'Environment the service runs in',
  },
  LOG_LEVEL: {
    group: 'Server',
    type: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    parse: oneOf(LOG_LEVELS),
    default: 'info',
    meaning: 'Minimum log level; requests are logged at `debug`. SIGUSR2 switches a running service to `debug` and back',
  },
  METRICS_TOKEN: {
    group: 'Server',
    ...TOKEN,
    default: null,
    secret: true,
    meaning: 'Bearer token for `/api/metrics`, required except over loopback; `openssl rand -hex 24` generates one',
  },
  WORKERS: {
    group: 'Server',
    type: '`auto` or integer 1–64',
    parse: (text: string) => workerCount(text),
    default: 'auto',
    meaning:
      'Processes that share the port and the database; `auto`: one for each processor, as far as there is a gigabyte of memory for each. One that dies is replaced. More than one only on Linux and FreeBSD',
  },
  DRAIN_SECONDS: {
    group: 'Server',
    ...whole(0, 300),
    default: '0',
    meaning:
      'On SIGTERM, `/api/ready` answers 503 at once, while requests are still answered for this long, each as the last on its connection; then the port is closed. With several nodes: longer than the load balancer takes to notice',
  },
  MAX_EVENT_LOOP_DELAY_MS: {
    group: 'Server',
    ...whole(0, 60_000),
    default: '1000',
    meaning:
      'Above this mean delay of the event loop over a second, requests are refused as overload, with Retry-After; 0: never. Health checks and metrics are still answered. Raise it where other programs take the processors',
  },
  MAX_CONNECTIONS: {
    group: 'Server',
    ...whole(16, 1_000_000),
    default: '10000',
    meaning:
      'Maximum number of open connections. When it is reached, idle connections are closed for new ones; when none is idle, a small reserve still serves health checks, metrics and the back office. With several workers, each has its part. The process needs a higher limit of open files (`ulimit -n`)',
  },
  MAX_CONNECTIONS_PER_CLIENT: {
    group: 'Server',
    ...whole(0, 1_000_000),
    default: '256',
    meaning:
      'Maximum number of open connections per address (IPv6: per /64); 0: no limit. With several workers, each has its part. Does not apply to trusted proxies (TRUST_PROXY): limit connections at the proxy',
  },
  WEBHOOKS_PRIVATE: {
    group: 'Server',
    ...SWITCH,
    default: 'off',
    meaning: 'Whether webhooks (docs/webhooks.md) may be plain http, or in private networks',
  },
  PUSH_SERVICES: {
    group: 'Server',
    type: 'host names separated by commas',
    parse: hostPatterns,
    default: 'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    meaning:
      'Push services to which notifications in browsers (docs/push.md) may be sent; `*.` before a name means its subdomains, `*` alone any host on the public Internet',
  },
  PUSH_PRIVATE: {
    group: 'Server',
    ...SWITCH,
    default: 'off',
    meaning: 'Whether these push services may be plain http, or in private networks',
  },
  MAX_STREAMS: {
    group: 'Server',
    ...whole(0, 1_000_000),
    default: '1000',
    meaning: 'Maximum number of open streams (`/api/stream`); 0: none. With several workers, each has its part',
  },
  MAX_STREAMS_PER_CLIENT: {
    group: 'Server',
    ...whole(1, 1_000_000),
    default: '20',
    meaning:
      'Maximum number of open streams per client key, or without a key per address (IPv6: per /64). With several workers, each has its part',
  },
  RATE_LIMITS: {
    group: 'Server',
    type: 'comma-separated `name=limit` entries',
    parse: rateLimitOverrides,
    default: null,
    meaning:
      'Overrides the request limits per minute and address, as in `weather=600,batch=50,upstream=0` (0: no limit). Names: weather, batch, geocode, history, tiles, alerts, subscriptions, unknown-client, unsubscribe, region, report, analytics, pages, login, forgot, reset, invite; and for the provider calls that one address may cause: upstream (weather, from each provider), upstream-geocode and upstream-tiles, by default a third of the minute limit; upstream-day (weather, from each provider per day), by default a tenth of the daily limit',
  },
} as const satisfies Variables
