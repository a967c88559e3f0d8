import { LOG_LEVELS } from '../../platform/log.ts'
import { parseCorsOrigins, parseHostPatterns, buildOneOfParser, parseTrustProxy, parseVisibleText } from '../parsers.ts'
import { parseRateLimitOverrides } from '../rate-limits.ts'
import type { Variables } from '../reader.ts'
import { parsePublicUrl } from '../urls.ts'
import { parseWorkerCount } from '../workers.ts'
import { SWITCH, TEXT, TOKEN, buildIntegerType } from './kinds.ts'

export const SERVER = {
  PORT: {
    group: 'Server',
    ...buildIntegerType(0, 65_535),
    default: '3000',
    meaning: 'Port to listen on; 0 takes any free port and prints the address',
  },
  HOST: {
    group: 'Server',
    type: 'address or name',
    parse: parseVisibleText,
    default: '127.0.0.1',
    meaning: 'Interface to listen on; `0.0.0.0` or `::` for all',
  },
  PUBLIC_URL: {
    group: 'Server',
    type: 'URL without path',
    parse: parsePublicUrl,
    default: null,
    defaultNote: 'http://localhost:PORT',
    meaning: 'Base of the links in emails and pages; HSTS is sent when it is https',
  },
  TRUST_PROXY: {
    group: 'Server',
    type: 'integer 1–10, or comma-separated addresses and CIDR ranges',
    parse: parseTrustProxy,
    default: null,
    meaning: 'Trusted proxies in front, whose `X-Forwarded-*` and `X-Request-Id` are used',
  },
  ISOBAR_URL: {
    group: 'Server',
    type: 'URL without path',
    parse: parsePublicUrl,
    default: null,
    defaultNote: 'http://localhost:PORT',
    meaning: 'The service that the commands `weather` and `mcp` ask',
  },
  ISOBAR_API_KEY: {
    group: 'Server',
    ...TEXT,
    default: null,
    secret: true,
    meaning: 'The client key that these commands send',
  },
  CORS_ORIGINS: {
    group: 'Server',
    type: 'comma-separated origins, or `*`',
    parse: parseCorsOrigins,
    default: null,
    defaultNote: 'all origins',
    meaning: 'Origins that CORS lets read the public API, without credentials; everything else is same-origin only',
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
    parse: buildOneOfParser(['optional', 'required']),
    default: 'optional',
    meaning:
      "Whether API requests other than the site's own need a client key (docs/client-keys.md), until owners change it in the back office",
  },
  NODE_ENV: {
    group: 'Server',
    type: '`production`, `development` or `test`',
    parse: buildOneOfParser(['production', 'development', 'test']),
    default: 'production',
    meaning: 'Environment the service runs in',
  },
  LOG_LEVEL: {
    group: 'Server',
    type: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    parse: buildOneOfParser(LOG_LEVELS),
    default: 'info',
    meaning: 'Minimum log level; requests are logged at `debug`. SIGUSR2 switches a running service to `debug` and back',
  },
  METRICS_TOKEN: {
    group: 'Server',
    ...TOKEN,
    default: null,
    secret: true,
    meaning: 'Bearer token for `/api/metrics`, required except over loopback (`openssl rand -hex 24`)',
  },
  WORKERS: {
    group: 'Server',
    type: '`auto` or integer 1–64',
    parse: (text: string) => parseWorkerCount(text),
    default: 'auto',
    meaning:
      'Processes that share the port; `auto`: one for each processor with a gigabyte of memory. More than one only on Linux and FreeBSD',
  },
  DRAIN_SECONDS: {
    group: 'Server',
    ...buildIntegerType(0, 300),
    default: '0',
    meaning:
      'After SIGTERM, how long requests are still answered while `/api/ready` is 503; with several nodes longer than the load balancer takes to notice',
  },
  MAX_EVENT_LOOP_DELAY_MS: {
    group: 'Server',
    ...buildIntegerType(0, 60_000),
    default: '1000',
    meaning:
      'Above this mean delay of the event loop over a second, requests but health checks and metrics are refused as overload; 0: never. Raise it where other programs take the processors',
  },
  MAX_CONNECTIONS: {
    group: 'Server',
    ...buildIntegerType(16, 1_000_000),
    default: '10000',
    meaning:
      'Open connections, divided among workers; then idle ones are closed for new ones. Needs a higher limit of open files (`ulimit -n`)',
  },
  MAX_CONNECTIONS_PER_CLIENT: {
    group: 'Server',
    ...buildIntegerType(0, 1_000_000),
    default: '256',
    meaning:
      'Open connections per address (IPv6: per /64, and eight times as many per /48), divided among workers; 0: no limit. Not for trusted proxies',
  },
  WEBHOOKS_PRIVATE: {
    group: 'Server',
    ...SWITCH,
    default: 'off',
    meaning: 'Whether webhooks (docs/deliveries.md) may be plain http, or in private networks',
  },
  PUSH_SERVICES: {
    group: 'Server',
    type: 'host names separated by commas',
    parse: parseHostPatterns,
    default: 'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    meaning:
      'Push services to which notifications in browsers (docs/deliveries.md) may be sent; `*.` means subdomains, `*` alone any public host',
  },
  PUSH_PRIVATE: {
    group: 'Server',
    ...SWITCH,
    default: 'off',
    meaning: 'Whether these push services may be plain http, or in private networks',
  },
  MAX_STREAMS: {
    group: 'Server',
    ...buildIntegerType(0, 1_000_000),
    default: '1000',
    meaning: 'Open streams (`/api/stream`), divided among workers; 0: none',
  },
  MAX_STREAMS_PER_CLIENT: {
    group: 'Server',
    ...buildIntegerType(1, 1_000_000),
    default: '20',
    meaning: 'Open streams per client key, else per address (IPv6: per /64, and eight times as many per /48), divided among workers',
  },
  RATE_LIMITS: {
    group: 'Server',
    type: 'comma-separated `name=limit` entries',
    parse: parseRateLimitOverrides,
    default: null,
    meaning:
      'Request limits per minute and address (IPv6: per /64, and eight times as many per /48), as in `weather=600,batch=50,upstream=0` (0: none): weather, batch, geocode, history, tiles, alerts, subscriptions, unknown-client, unsubscribe, region, report, analytics, pages, login, forgot, reset, invite, mail-events; by the hour: webhook-tests (per client key and host), push-tests (per browser); by the day: confirmations (confirmation mails per network); of provider calls that one address causes: upstream (weather), upstream-geocode, upstream-tiles, by default a third of the minute limit; upstream-day, a tenth of the daily limit',
  },
} as const satisfies Variables
