import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PROVIDERS } from '@isobar/providers'
import { StartupError } from '../platform/startup-error.ts'
import { loadConfig } from './config.ts'
import { FORMER_NAMES } from './former-names.ts'
import { PROVIDER_VARIABLES } from './provider-settings.ts'
import { buildRateLimitRules } from './rate-limits.ts'
import { ALL_VARIABLES, VARIABLES } from './variables.ts'

/** The errors that this environment causes. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment)
  } catch (error) {
    assert.ok(error instanceof StartupError)
    return error.message.replace('Invalid configuration: ', '').split('; ')
  }
  return []
}

describe('defaults', () => {
  it('require no variable', () => {
    const config = loadConfig({})
    assert.deepEqual(
      {
        PORT: config.PORT,
        HOST: config.HOST,
        href: config.PUBLIC_URL?.href,
        DATA_DIR: config.DATA_DIR,
        LOG_LEVEL: config.LOG_LEVEL,
        NODE_ENV: config.NODE_ENV,
      },
      { PORT: 3000, HOST: '127.0.0.1', href: 'http://localhost:3000/', DATA_DIR: './data', LOG_LEVEL: 'info', NODE_ENV: 'production' },
    )
    assert.deepEqual(
      {
        UPSTREAM_TIMEOUT_MS: config.UPSTREAM_TIMEOUT_MS,
        REQUEST_TIMEOUT_MS: config.REQUEST_TIMEOUT_MS,
        WEATHER_PROVIDERS: config.WEATHER_PROVIDERS,
      },
      { UPSTREAM_TIMEOUT_MS: 4000, REQUEST_TIMEOUT_MS: 6000, WEATHER_PROVIDERS: null },
    )
    assert.deepEqual(buildRateLimitRules(config.RATE_LIMITS).weather, { limit: 120, windowSeconds: 60 })
    assert.equal(config.RATE_LIMITS.upstream, undefined, 'the share follows from the limits')
    assert.deepEqual(config.notices, [])
  })

  it('apply to empty values', () => {
    const empty = Object.fromEntries(Object.keys(ALL_VARIABLES).map((name) => [name, '']))
    assert.deepEqual(loadConfig(empty), loadConfig({}))
  })

  it('leave the public URL unset while the port is', () => {
    assert.equal(loadConfig({ PORT: '0' }).PUBLIC_URL, null)
    assert.equal(loadConfig({ PORT: '0', PUBLIC_URL: 'https://weather.example' }).PUBLIC_URL?.href, 'https://weather.example/')
  })
})

describe('the configuration', () => {
  it('is deeply frozen', () => {
    const config = loadConfig({})
    assert.ok(Object.isFrozen(config) && Object.isFrozen(config.RATE_LIMITS) && Object.isFrozen(config.CORS_ORIGINS))
  })

  it('accepts valid values', () => {
    const config = loadConfig({
      TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1',
      CORS_ORIGINS: 'https://a.example,http://localhost:5173',
      RATE_LIMITS: 'weather=600, batch=50,upstream=0,upstream-day=7',
      OPENWEATHER_BASE_URL: 'http://127.0.0.1:4010/fake/',
      DATABASE_URL: 'postgresql:///isobar?host=/run/postgresql',
      ADMIN_SECRET: 'sixteen letters!',
      VALKEY_URL: 'valkey://cache:6379/1',
    })
    assert.deepEqual(config.TRUST_PROXY, ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
    assert.deepEqual(config.CORS_ORIGINS, ['https://a.example', 'http://localhost:5173'])
    assert.deepEqual(
      { weather: config.RATE_LIMITS.weather, upstream: config.RATE_LIMITS.upstream, upstreamDay: config.RATE_LIMITS['upstream-day'] },
      { weather: 600, upstream: 0, upstreamDay: 7 },
    )
    assert.equal(config.providers['openweather']?.['baseUrl']?.toString(), 'http://127.0.0.1:4010/fake')
    assert.equal(config.VALKEY_URL, 'valkey://cache:6379/1')
    assert.equal(loadConfig({ TRUST_PROXY: '2' }).TRUST_PROXY, 2)
  })
})

describe('the settings of providers', () => {
  it('are those that each declares in its folder, named after it', () => {
    const { providers } = loadConfig({})
    assert.deepEqual(
      Object.keys(providers),
      PROVIDERS.map(({ id }) => id),
    )
    assert.deepEqual(providers['openweather'], {
      apiKey: null,
      plan: 'onecall-3.0',
      baseUrl: new URL('https://api.openweathermap.org'),
      tilesBaseUrl: new URL('https://tile.openweathermap.org'),
      minuteLimit: 60,
      dailyLimit: 1_000,
      monthlyLimit: null,
      geocodeMinuteLimit: 60,
      tilesMinuteLimit: 60,
    })
    const { 'open-meteo': openMeteo } = loadConfig({ OPEN_METEO_API_KEY: 'k', OPEN_METEO_MONTHLY_LIMIT: '7' }).providers
    assert.deepEqual(
      { apiKey: openMeteo?.['apiKey'], baseUrl: openMeteo?.['baseUrl'], monthlyLimit: openMeteo?.['monthlyLimit'] },
      { apiKey: 'k', baseUrl: null, monthlyLimit: 7 },
    )
  })

  it('are lists where several are meant, each once', () => {
    assert.deepEqual(loadConfig({}).providers['meteoalarm']?.['countries'], [])
    assert.deepEqual(loadConfig({ METEOALARM_COUNTRIES: 'FR, DE,FR' }).providers['meteoalarm']?.['countries'], ['DE', 'FR'])
  })

  it('have names that no other variable has, and only letters, digits and underscores', () => {
    assert.deepEqual(
      Object.keys(PROVIDER_VARIABLES).filter((name) => name in VARIABLES || !/^[A-Z][A-Z\d_]+$/.test(name)),
      [],
    )
  })
})

describe('the key of the weather provider', () => {
  const keyOf = (environment: Record<string, string>, id: string) => loadConfig(environment).providers[id]?.['apiKey']

  it("is OpenWeather's, or that of the first provider of the list that cannot be used without one", () => {
    const KEY = { WEATHER_PROVIDER_API_KEY: 'k' }
    assert.equal(keyOf(KEY, 'openweather'), 'k')
    assert.deepEqual(loadConfig(KEY).notices, [])
    assert.equal(keyOf({ ...KEY, WEATHER_PROVIDERS: 'open-meteo,nws' }, 'openweather'), 'k')
    const list = { ...KEY, WEATHER_PROVIDERS: 'open-meteo,weatherapi@DE,openweather' }
    assert.deepEqual(
      ['weatherapi', 'openweather', 'open-meteo'].map((id) => keyOf(list, id)),
      ['k', null, null],
    )
  })

  it("gives way to the provider's own variable, and the start says so", () => {
    const both = { WEATHER_PROVIDER_API_KEY: 'hunter2', OPENWEATHER_API_KEY: 'own' }
    assert.equal(keyOf(both, 'openweather'), 'own')
    assert.deepEqual(loadConfig(both).notices, [
      'WEATHER_PROVIDER_API_KEY is ignored: OPENWEATHER_API_KEY is set, too, and takes precedence',
    ])
  })

  it('is refused under the name that is set', () => {
    assert.match(faultsOf({ WEATHER_PROVIDER_API_KEY: 'hunter2 x' }).join(), /^WEATHER_PROVIDER_API_KEY must (?!.*hunter2)/)
  })
})

describe('names of earlier releases', () => {
  const VALUES: Record<string, string> = { PLAN: 'free', URL: 'https://a.example', LIMIT: '7', KEY: 'k' }

  it('work, and one notice says what they are called now', () => {
    for (const [former, name] of Object.entries(FORMER_NAMES)) {
      const value = VALUES[former.split('_').at(-1) ?? ''] ?? ''
      const read = loadConfig({ [former]: value })
      assert.deepEqual(read.providers, loadConfig({ [name]: value }).providers, former)
      assert.notDeepEqual(read.providers, loadConfig({}).providers, former)
      assert.deepEqual(read.notices, [`Variables have former names, which are read until version 2: ${former} is now ${name}`])
    }
    const many = loadConfig({ UPSTREAM_DAILY_LIMIT: '5', SECOND_PROVIDER_FALLBACK: 'on', NATIONAL_FEED_BASE_URL: '' })
    assert.equal(many.notices.length, 1)
    assert.match(
      many.notices[0] ?? '',
      /UPSTREAM_DAILY_LIMIT is now OPENWEATHER_DAILY_LIMIT; SECOND_PROVIDER_FALLBACK is now WEATHER_PROVIDERS/,
    )
  })

  it('give way to those of today, and a wrong value is refused under the name that is set', () => {
    const { providers, notices } = loadConfig({ UPSTREAM_DAILY_LIMIT: '5', OPENWEATHER_DAILY_LIMIT: '6' })
    assert.equal(providers['openweather']?.['dailyLimit'], 6)
    assert.deepEqual(notices, ['UPSTREAM_DAILY_LIMIT is ignored: OPENWEATHER_DAILY_LIMIT is set, too, and takes precedence'])
    assert.match(faultsOf({ UPSTREAM_DAILY_LIMIT: 'x' }).join(), /^UPSTREAM_DAILY_LIMIT must be/)
    assert.match(faultsOf({ SECOND_PROVIDER_FALLBACK: 'perhaps' }).join(), /^SECOND_PROVIDER_FALLBACK must be on or off/)
  })

  it('a fallback that is off leaves OpenWeather alone in the list, unless there is a list', () => {
    const listOf = (environment: Record<string, string>) => loadConfig(environment).WEATHER_PROVIDERS
    assert.deepEqual(listOf({ SECOND_PROVIDER_FALLBACK: 'off' }), [{ id: 'openweather', region: null }])
    assert.equal(listOf({ SECOND_PROVIDER_FALLBACK: '1' }), null)
    assert.deepEqual(listOf({ SECOND_PROVIDER_FALLBACK: 'off', WEATHER_PROVIDERS: 'nws' }), [{ id: 'nws', region: null }])
  })

  it('shares of the second provider are left out of the limits', () => {
    const { RATE_LIMITS, notices } = loadConfig({ RATE_LIMITS: 'upstream-second=5,weather=7, upstream-second-day=9' })
    assert.deepEqual({ weather: RATE_LIMITS.weather, all: Object.keys(RATE_LIMITS).join().includes('second') }, { weather: 7, all: false })
    assert.match(notices.join(), /upstream-second and upstream-second-day of RATE_LIMITS are ignored/)
    assert.equal(loadConfig({ RATE_LIMITS: 'upstream-second=5' }).RATE_LIMITS.weather, 120)
  })
})

describe('the list of weather providers', () => {
  it('has each once, in its order, with a region or none', () => {
    assert.deepEqual(loadConfig({ WEATHER_PROVIDERS: 'met-norway@nordic+EE, openweather,bright-sky@DE+AT' }).WEATHER_PROVIDERS, [
      { id: 'met-norway', region: 'nordic+EE' },
      { id: 'openweather', region: null },
      { id: 'bright-sky', region: 'DE+AT' },
    ])
    for (const wrong of [
      'a,a',
      'a@nordic,a',
      'a@',
      'a@de',
      'a@nordic@us',
      '@us',
      'a,,b',
      Array.from({ length: 31 }, (_, i) => `p${i}`).join(),
    ])
      assert.match(faultsOf({ WEATHER_PROVIDERS: wrong }).join(), /^WEATHER_PROVIDERS (must|names|has)/, wrong)
  })
})

describe('feeds of official warnings', () => {
  it('are those that are named, and none by default', () => {
    assert.deepEqual(loadConfig({}).WARNING_FEEDS, [])
    assert.deepEqual(loadConfig({ WARNING_FEEDS: 'eccc, dwd' }).WARNING_FEEDS, ['eccc', 'dwd'])
  })
})

describe('errors', () => {
  it('are all reported at once, by name', () => {
    const faults = faultsOf({
      PORT: '80a',
      LOG_LEVEL: 'loud',
      UPSTREAM_TIMEOUT_MS: '50',
      OPENWEATHER_PLAN: 'best',
      SECOND_PROVIDER_API_KEY: 'hunter2 x',
    })
    assert.deepEqual(faults.map((fault) => fault.split(' ')[0]).toSorted(), [
      'LOG_LEVEL',
      'OPENWEATHER_PLAN',
      'PORT',
      'SECOND_PROVIDER_API_KEY',
      'UPSTREAM_TIMEOUT_MS',
    ])
  })

  for (const [name, value] of [
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', ' 3000'],
    ['HOST', 'my host'],
    ['PUBLIC_URL', 'weather.example'],
    ['PUBLIC_URL', 'https://weather.example/app'],
    ['OPENWEATHER_BASE_URL', 'http://api.example'],
    ['OPENWEATHER_BASE_URL', 'http://10.0.0.5'],
    ['OPENWEATHER_BASE_URL', 'http://127.0.0.1.evil.example'],
    ['OPENWEATHER_BASE_URL', 'https://user:hunter2@api.example'],
    ['OPENWEATHER_BASE_URL', 'https://api.example?appid=hunter2'],
    ['OPEN_METEO_BASE_URL', 'ftp://api.example'],
    ['NWS_BASE_URL', 'http://feed.example'],
    ['METEOALARM_COUNTRIES', 'DE,US'],
    ['METEOALARM_COUNTRIES', 'germany'],
    ['WARNING_FEEDS', 'dwd,dwd'],
    ['MET_NORWAY_BASE_URL', 'http://api.example'],
    ['OPENWEATHER_PLAN', 'onecall'],
    ['OPENWEATHER_API_KEY', 'hunter2 \n'],
    ['WEATHERKIT_API_KEY', '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----'],
    ['METRICS_TOKEN', 'hunter2 hunter2 hunter2'],
    ['METRICS_TOKEN', 'hunter2'],
    ['CRON_SECRET', 'hunter2 hunter2'],
    ['MAX_CONNECTIONS', '0'],
    ['MAX_CONNECTIONS_PER_CLIENT', '-1'],
    ['VALKEY_URL', 'http://:hunter2@cache'],
    ['OPENWEATHER_DAILY_LIMIT', '0'],
    ['OPEN_METEO_MONTHLY_LIMIT', '1.5'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['CORS_ORIGINS', 'https://a.example/'],
    ['CORS_ORIGINS', 'a.example'],
    ['RATE_LIMITS', 'weather'],
    ['RATE_LIMITS', 'weather=-1'],
    ['RATE_LIMITS', 'wether=5'],
    ['RATE_LIMITS', 'weather=5,weather=6'],
    ['NODE_ENV', 'prod'],
    ['AD_PROGRAM_CLIENT_ID', 'pub-1'],
    ['UPSTREAM_CONTACT', 'ops@example.org\r\nX: hunter2'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:hunter2@collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=hunter2\r\nx: y'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'all'],
  ] as const) {
    it(`${name}=${JSON.stringify(value)}`, () => {
      const faults = faultsOf({ [name]: value })
      assert.equal(faults.length, 1)
      assert.match(faults[0] ?? '', new RegExp(`^${name} (must|has|names)`))
      assert.ok(!faults.join().includes('hunter2'))
    })
  }

  it('a key sent unencrypted to a trace collector', () => {
    const key = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter2' }
    assert.deepEqual(faultsOf({ ...key, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }), [
      'OTEL_EXPORTER_OTLP_ENDPOINT must be https, or http on loopback, with OTEL_EXPORTER_OTLP_HEADERS: they may hold a key',
    ])
    for (const endpoint of ['https://collector.example', 'http://127.0.0.1:4318'])
      assert.deepEqual(faultsOf({ ...key, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), [])
    assert.deepEqual(faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }), [])
  })

  it('DATABASE_URL, without its password', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://user:hunter2@db/x', ADMIN_SECRET: 'long enough a secret' })
    assert.deepEqual(faults, ['DATABASE_URL must be a URL that starts with postgres:// or postgresql://'])
  })

  it('DATABASE_URL needs ADMIN_SECRET', () => {
    assert.match(faultsOf({ DATABASE_URL: 'postgres://db/x' }).join(), /^ADMIN_SECRET is required with DATABASE_URL/)
    assert.deepEqual(faultsOf({ DATABASE_URL: 'postgres://db/x', ADMIN_SECRET: 's' }), [])
  })

  it('are no secrets that can be guessed: the start says so', () => {
    for (const name of ['ADMIN_SECRET', 'CRON_SECRET'] as const) {
      const { [name]: secret, notices, shortSecrets } = loadConfig({ [name]: 'x' })
      assert.deepEqual({ secret, shortSecrets }, { secret: 'x', shortSecrets: [name] })
      assert.deepEqual(notices, [`${name} is shorter than 16 characters and can be guessed`])
    }
    assert.deepEqual(loadConfig({ CRON_SECRET: 'sixteen-letters!' }).notices, [])
  })
})

describe('mail', () => {
  it('is written to files without a server, from the public host', () => {
    const senders = [{}, { PUBLIC_URL: 'https://weather.example' }, { PUBLIC_URL: 'http://192.0.2.1:3000' }, { PORT: '0' }].map(
      (environment) => {
        const { SMTP_URL, MAIL_FROM } = loadConfig(environment)
        return [SMTP_URL, MAIL_FROM.name, MAIL_FROM.address]
      },
    )
    assert.deepEqual(senders, [
      [null, null, 'no-reply@localhost'],
      [null, null, 'no-reply@weather.example'],
      [null, null, 'no-reply@localhost'],
      [null, null, 'no-reply@localhost'],
    ])
  })

  it('is sent through the server, from a sender that must be configured', () => {
    const { SMTP_URL, MAIL_FROM } = loadConfig({ SMTP_URL: 'smtp://u:p@mail.example', MAIL_FROM: 'Wetter <w@weather.example>' })
    assert.deepEqual(
      { host: SMTP_URL?.host, starttls: SMTP_URL?.starttls, address: MAIL_FROM.address },
      { host: 'mail.example', starttls: 'required', address: 'w@weather.example' },
    )
    assert.deepEqual(faultsOf({ SMTP_URL: 'smtp://mail.example' }), ['MAIL_FROM is required with SMTP_URL: emails need a sender'])
  })

  it('is refused if it is wrong, without quoting it', () => {
    const faults = faultsOf({ SMTP_URL: 'smtp://u:hunter2@mail.example/x', MAIL_FROM: 'nobody\r\nBcc: x@y.example' })
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[0]),
      ['SMTP_URL', 'MAIL_FROM'],
    )
    assert.doesNotMatch(faults.join(), /hunter2|y\.example/)
  })
})
