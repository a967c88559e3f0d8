import type { Variables } from './variable.ts'

export const SERVER = {
  PORT: {
    group: 'Server',
    type: 'integer 0–65535',
    default: '3000',
    meaning: 'Where it listens; 0 takes any free port, and the address is printed',
  },
  HOST: { group: 'Server', type: 'address or name', default: '127.0.0.1', meaning: 'Interface it listens on; `0.0.0.0` or `::` for all' },
  PUBLIC_URL: {
    group: 'Server',
    type: 'URL without path',
    default: null,
    defaultNote: 'http://localhost:PORT',
    meaning: 'Base of links in e-mails and pages; HSTS is sent when it is https',
  },
  TRUST_PROXY: {
    group: 'Server',
    type: 'integer 1–10, or addresses and CIDR ranges with commas',
    default: null,
    meaning: 'The proxies in front whose `X-Forwarded-*` and `X-Request-Id` are believed, as a count or by address',
  },
  CORS_ORIGINS: {
    group: 'Server',
    type: 'origins with commas, or `*`',
    default: null,
    defaultNote: 'all origins',
    meaning:
      'Origins whose scripts may read what is public (weather, places, alerts, tiles, icons, limits, the OpenAPI document), always without credentials; everything else may be read by our own pages only',
  },
  NODE_ENV: { group: 'Server', type: '`production`, `development` or `test`', default: 'production', meaning: 'What kind of run this is' },
  LOG_LEVEL: {
    group: 'Server',
    type: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    default: 'info',
    meaning: 'The least important lines that are logged; requests are logged at `debug`',
  },
  METRICS_TOKEN: {
    group: 'Server',
    type: 'text of at least 16 characters',
    default: null,
    secret: true,
    meaning: 'Bearer token for `/api/metrics` from elsewhere than loopback; `openssl rand -hex 24` makes one',
  },
  MAX_CONNECTIONS: {
    group: 'Server',
    type: 'integer 16–1000000',
    default: '10000',
    meaning:
      'Open connections of all clients. When it is reached, idle ones are closed for new ones; when none is idle, a small reserve still answers health, metrics and the back office. The process must be allowed more open files (`ulimit -n`)',
  },
  MAX_CONNECTIONS_PER_CLIENT: {
    group: 'Server',
    type: 'integer 0–1000000',
    default: '256',
    meaning:
      'Open connections of one address (IPv6: one /64); 0: no limit. Proxies that TRUST_PROXY names have none: limit connections at the proxy',
  },
  RATE_LIMITS: {
    group: 'Server',
    type: '`name=limit` with commas',
    default: null,
    meaning:
      'Overrides requests per minute and address, as in `weather=600,batch=50,upstream=0` (0: no limit). Names: weather, batch, geocode, history, tiles, alerts, subscriptions, unknown-client, unsubscribe, region, report, analytics, pages, login, forgot, reset, invite; and, of provider calls that one address may cause: upstream (weather), upstream-geocode, upstream-tiles and upstream-second (the second provider), by default a third of that minute limit; upstream-day and upstream-second-day (per day), by default a tenth of the daily limit',
  },
} as const satisfies Variables
