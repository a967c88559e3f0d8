/** One environment variable, as documented. `.env.example` and docs/configuration.md are generated from these. */
export interface Variable {
  readonly group: string
  readonly type: string
  /** The value it has when unset or empty; null: none. */
  readonly default: string | null
  readonly meaning: string
  /** How the default reads when it depends on something else. */
  readonly defaultNote?: string
  /** Never printed, not even when it is wrong. */
  readonly secret?: true
}

export const VARIABLES = {
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
    meaning: 'Origins whose scripts may read answers; credentials are never allowed',
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
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Bearer token for `/api/metrics` from elsewhere than loopback',
  },
  RATE_LIMITS: {
    group: 'Server',
    type: '`name=limit` with commas',
    default: null,
    meaning:
      'Overrides requests per minute and address, as in `weather=600,batch=50,upstream=0` (0: no limit). Names: weather, batch, geocode, history, tiles, alerts, subscriptions, unsubscribe, region, report, analytics, login, forgot, reset, invite, upstream, upstream-day (per day)',
  },
  DATABASE_URL: {
    group: 'Storage',
    type: '`postgres://` URL',
    default: null,
    secret: true,
    meaning: 'PostgreSQL to use; unset: the embedded PostgreSQL in DATA_DIR',
  },
  DATA_DIR: {
    group: 'Storage',
    type: 'directory',
    default: './data',
    meaning: 'Embedded database, mail written to files, generated secrets (mode 0600)',
  },
  VALKEY_URL: {
    group: 'Storage',
    type: '`redis://` or `rediss://` URL',
    default: null,
    secret: true,
    meaning: 'Valkey or Redis for the second-level cache and the limits that nodes share',
  },
  ADMIN_SECRET: {
    group: 'Storage',
    type: 'text',
    default: null,
    defaultNote: 'generated in DATA_DIR; required with DATABASE_URL',
    secret: true,
    meaning:
      'Seals stored keys, second factors and the key of the hashes of addresses; the same on every node. `npm run rotate-secret` changes it (docs/operations.md)',
  },
  ADMIN_SECRET_NEW: {
    group: 'Storage',
    type: 'text, at least 16 characters',
    default: null,
    secret: true,
    meaning: 'Read by `npm run rotate-secret` only: what ADMIN_SECRET is to be from then on',
  },
  ADMIN_EMAIL: {
    group: 'Back office',
    type: 'e-mail address',
    default: null,
    meaning:
      'With ADMIN_PASSWORD, makes the first admin, an owner, when there is none; never touches an existing one. `npm run admin -- create` does the same',
  },
  ADMIN_PASSWORD: {
    group: 'Back office',
    type: 'text, 10 to 200 characters',
    default: null,
    secret: true,
    meaning: 'Password of the first admin; take it out again once there is one',
  },
  ALLOW_DEV_ADMIN_BYPASS: {
    group: 'Back office',
    type: 'switch',
    default: 'off',
    meaning:
      'Lifts the session requirement of the back office for requests over loopback; only with NODE_ENV=development and a loopback HOST',
  },
  WEATHER_PROVIDER_API_KEY: {
    group: 'Providers',
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Key of the primary provider (OpenWeather); unset: weather and geocode answer 502 `service_unavailable`',
  },
  WEATHER_PROVIDER_PLAN: {
    group: 'Providers',
    type: '`onecall-3.0`, `onecall-4.0` or `free`',
    default: 'onecall-3.0',
    meaning:
      'What the key is subscribed to. onecall-3.0: one call fills every scope. onecall-4.0: a call per scope and page, longer days, alert ids. free: current weather only (2.5); the other scopes then come from the second provider',
  },
  WEATHER_PROVIDER_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://api.openweathermap.org',
    meaning: 'Primary provider (OpenWeather)',
  },
  WEATHER_TILES_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://tile.openweathermap.org',
    meaning: 'Map overlay tiles of the primary provider',
  },
  SECOND_PROVIDER_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: null,
    defaultNote: 'https://api.open-meteo.com, with a key https://customer-api.open-meteo.com',
    meaning: 'Second provider (Open-Meteo)',
  },
  SECOND_PROVIDER_API_KEY: {
    group: 'Providers',
    type: 'text',
    default: null,
    secret: true,
    meaning: "Open-Meteo's commercial key; its free use is non-commercial, so a site with ads needs one",
  },
  SECOND_PROVIDER_FALLBACK: {
    group: 'Providers',
    type: 'switch',
    default: 'on',
    meaning:
      'May the second provider answer when the primary cannot. Off while AD_PROGRAM_CLIENT_ID is set without SECOND_PROVIDER_API_KEY',
  },
  SHOW_DEMO_POPULAR_SEARCHES: {
    group: 'Site',
    type: 'switch',
    default: 'on',
    meaning: 'May the front page show some well-known cities as long as nobody has searched for any',
  },
  NATIONAL_FEED_BASE_URL: {
    group: 'Providers',
    type: 'base URL',
    default: 'https://api.weather.gov',
    meaning: "National weather service feed (US NWS), whose alerts join the primary provider's",
  },
  GEOIP_DATABASE: {
    group: 'Providers',
    type: 'path of an .mmdb file',
    default: null,
    defaultNote: 'the bundled countries',
    meaning: 'Database of countries or towns by address (MaxMind format), for the region helper',
  },
  UPSTREAM_CONTACT: {
    group: 'Providers',
    type: 'text',
    default: null,
    meaning: 'Contact put in the User-Agent of upstream calls, which the US weather service requires',
  },
  UPSTREAM_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–60000',
    default: '4000',
    meaning: 'Deadline of one upstream call, everything included',
  },
  REQUEST_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–120000',
    default: '6000',
    meaning: 'Deadline of a weather or geocode answer with all fallbacks',
  },
  BATCH_TIMEOUT_MS: {
    group: 'Providers',
    type: 'integer 100–120000',
    default: '10000',
    meaning: 'Deadline of a batch as a whole; what is late becomes the error of its scope',
  },
  UPSTREAM_DAILY_LIMIT: {
    group: 'Providers',
    type: 'integer 1–100000000',
    default: '1000',
    meaning: 'Calls to the primary weather product per day (UTC); a limit set by an admin goes before it',
  },
  UPSTREAM_MINUTE_LIMIT: {
    group: 'Providers',
    type: 'integer 1–1000000',
    default: '60',
    meaning: 'Calls to the primary weather product per minute; a limit set by an admin goes before it',
  },
  SMTP_URL: {
    group: 'Mail',
    type: '`smtp://` or `smtps://` URL',
    default: null,
    secret: true,
    meaning:
      'Server that mail is handed to, as in `smtp://user:password@host:587` (STARTTLS; not required on loopback) or `smtps://user:password@host` (TLS, port 465). Parameters: `starttls=required|optional|off`, `verify=off` (any certificate), `connections=1…50` (default 5). Unset: mails are written to DATA_DIR/mail as .eml files, the newest 10,000',
  },
  MAIL_FROM: {
    group: 'Mail',
    type: '`Name <address>` or an address',
    default: null,
    defaultNote: 'Isobar <no-reply@the host of PUBLIC_URL>; required with SMTP_URL',
    meaning: 'Who mails come from; its domain ends the Message-ID',
  },
  MAIL_SERVICE_API_KEY: {
    group: 'Mail',
    type: 'text',
    default: null,
    secret: true,
    meaning:
      'Key of the mail service (Resend, full access) whose contacts and suppressions are kept in step; a key set by an admin goes before it',
  },
  MAIL_SERVICE_BASE_URL: { group: 'Mail', type: 'base URL', default: 'https://api.resend.com', meaning: 'Mail service (Resend)' },
  SUBSCRIPTION_CONFIRMATION: {
    group: 'Mail',
    type: 'switch',
    default: null,
    defaultNote: 'on with SMTP_URL, else off',
    meaning:
      'Double opt-in: nothing is mailed to an address before the link in a first mail is used. Off: whoever knows an address can subscribe it, and end what it gets',
  },
  CRON_SECRET: {
    group: 'Jobs',
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Bearer token of `/api/cron/*`; unset: these always answer 401',
  },
  SCHEDULER: {
    group: 'Jobs',
    type: 'switch',
    default: 'on',
    meaning: 'Runs both jobs in-process (digests every morning, alerts every 15 minutes); off: an outside scheduler calls the cron routes',
  },
  AD_PROGRAM_CLIENT_ID: {
    group: 'Ads',
    type: '`ca-pub-` and digits',
    default: null,
    meaning: 'Publisher id of the ad program; there is no default publisher',
  },
  AD_PROGRAM_SLOT_DASHBOARD: {
    group: 'Ads',
    type: 'digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `dashboard`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_HERO: {
    group: 'Ads',
    type: 'digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `hero`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_RECENT_CHECKS: {
    group: 'Ads',
    type: 'digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `recent-checks`; unset: no ad there',
  },
  AD_PROGRAM_SLOT_CITY_DETAIL: {
    group: 'Ads',
    type: 'digits',
    default: null,
    meaning: 'Slot of the ad program at the placement `city-detail`; unset: no ad there',
  },
  AD_PROGRAM_OAUTH_CLIENT_ID: {
    group: 'Ads',
    type: 'text',
    default: null,
    meaning:
      'OAuth client for the earnings report of the ad program (AdSense Management API, redirect URI `PUBLIC_URL/api/admin/adprogram/oauth/callback`); unset, or without its secret: no report',
  },
  AD_PROGRAM_OAUTH_CLIENT_SECRET: { group: 'Ads', type: 'text', default: null, secret: true, meaning: 'Secret of that client' },
  AD_PROGRAM_BASE_URL: { group: 'Ads', type: 'base URL', default: 'https://adsense.googleapis.com', meaning: 'Reports of the ad program' },
  AD_PROGRAM_OAUTH_BASE_URL: {
    group: 'Ads',
    type: 'base URL',
    default: null,
    defaultNote: 'https://accounts.google.com and https://oauth2.googleapis.com',
    meaning: 'Sign-in of the ad program: `/o/oauth2/v2/auth`, `/token` and `/revoke` under it',
  },
  PHOTO_PROVIDER_API_KEY: {
    group: 'Ads',
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Access key of the photo service (Unsplash) for background pictures; unset: the bundled artwork',
  },
  PHOTO_PROVIDER_BASE_URL: { group: 'Ads', type: 'base URL', default: 'https://api.unsplash.com', meaning: 'Photo service (Unsplash)' },
} as const satisfies Readonly<Record<string, Variable>>

export type VariableName = keyof typeof VARIABLES
