import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfig } from '../config/config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { chooseLook, readWeatherOptions } from './weather-options.ts'

const read = (args: string, environment: Record<string, string> = {}) =>
  readWeatherOptions(loadConfig(environment), args.split(' '), environment)

describe('the options of isobar weather', () => {
  it('take the language and the units from the locale, unless they are given', () => {
    const spoken = (args: string, environment = {}) => {
      const { lang, locale, units } = read(args, environment)
      return [lang, locale, units]
    }
    assert.deepEqual(spoken('Berlin'), ['en', 'en-GB', 'metric'])
    assert.deepEqual(spoken('Berlin', { LANG: 'C.UTF-8' }), ['en', 'en-GB', 'metric'])
    assert.deepEqual(spoken('Berlin', { LANG: 'de_AT.UTF-8' }), ['de', 'de-AT', 'metric'])
    assert.deepEqual(spoken('Berlin', { LANG: 'de_AT', LC_MESSAGES: 'fr_CH@euro', LC_ALL: '' }), ['fr', 'fr-CH', 'metric'])
    assert.deepEqual(spoken('Berlin', { LANG: 'de_AT', LC_ALL: 'en_US.UTF-8' }), ['en', 'en-US', 'imperial'])
    assert.deepEqual(spoken('Berlin', { LANG: 'en_GB' }), ['en', 'en-GB', 'uk'])
    assert.deepEqual(spoken('Berlin', { LANG: 'nl_NL' }), ['en', 'en-GB', 'metric'])
    assert.deepEqual(spoken('Berlin --lang ar --units si', { LANG: 'en_US' }), ['ar', 'ar-u-ca-gregory-nu-latn', 'si'])
  })

  it('take names of several words, and points south of the equator', () => {
    assert.equal(read('New York, NY').place, 'New York, NY')
    assert.equal(read('--json -33.87,151.21').place, '-33.87,151.21')
    assert.equal(read('-33.87, 151.21').place, '-33.87, 151.21')
  })

  it('take the service from --url, else from ISOBAR_URL, else on this machine', () => {
    const url = (args: string, environment = {}) => read(args, environment).url?.href ?? null
    assert.equal(url('Berlin'), 'http://localhost:3000/')
    assert.equal(url('Berlin', { PORT: '8080' }), 'http://localhost:8080/')
    assert.equal(url('Berlin', { PORT: '0', ISOBAR_URL: 'https://weather.example' }), 'https://weather.example/')
    assert.equal(url('Berlin --url https://other.example', { ISOBAR_URL: 'https://weather.example' }), 'https://other.example/')
    assert.equal(url('Berlin --direct', { PORT: '0' }), null)
  })

  it('are refused with exit status 2 and what is wrong', () => {
    const wrong: readonly (readonly [args: string, message: RegExp, environment?: Record<string, string>])[] = [
      ['', /^usage: /],
      ['Berlin --units kelvin', /^--units must be one of metric, uk, imperial, si; usage: /],
      ['Berlin --lang nl', /^--lang must be one of en, de, /],
      ['Berlin --color red', /^--color must be one of auto, always, never; /],
      ['Berlin --url weather.example', /^--url must be a URL that starts with https/],
      ['Berlin --url https://weather.example/path', /^--url must be a URL with only scheme, host and port; /],
      ['Berlin --url', /^Option '--url <value>' argument missing; /],
      ['Berlin --direct --url https://weather.example', /^--direct asks no service/],
      ['Berlin --days 3', /^Unknown option '--days'; /],
      ['Berlin', /^--url is missing: /, { PORT: '0' }],
    ]
    for (const [args, message, environment] of wrong)
      assert.throws(
        () => read(args, environment),
        (error) => error instanceof StartupError && error.exitStatus === 2 && message.test(error.message),
        args,
      )
  })
})

describe('the look of isobar weather', () => {
  const looks = (color: 'auto' | 'always' | 'never', environment = {}, terminal = {}) => {
    const { width, ink } = chooseLook({ color }, environment, terminal)
    return [width, ink.strong('x') !== 'x']
  }

  it('has colours in a terminal only, and none with NO_COLOR or a dumb one', () => {
    assert.deepEqual(looks('auto', { TERM: 'xterm' }, { isTTY: true, columns: 100 }), [100, true])
    assert.deepEqual(looks('auto', { NO_COLOR: '' }, { isTTY: true, columns: 100 }), [100, true])
    assert.deepEqual(looks('auto', { NO_COLOR: '1' }, { isTTY: true, columns: 100 }), [100, false])
    assert.deepEqual(looks('auto', { TERM: 'dumb' }, { isTTY: true, columns: 100 }), [100, false])
    assert.deepEqual(looks('auto'), [80, false])
    assert.deepEqual(looks('always', { NO_COLOR: '1' }), [80, true])
    assert.deepEqual(looks('never', {}, { isTTY: true, columns: 100 }), [100, false])
  })

  it('is between 40 and 160 columns wide', () => {
    assert.deepEqual(
      [{ columns: 20 }, { columns: 500 }, { columns: 0 }, {}].map((terminal) => looks('never', { COLUMNS: '72' }, terminal)[0]),
      [40, 160, 72, 72],
    )
    assert.equal(looks('never', { COLUMNS: 'wide' })[0], 80)
  })
})
