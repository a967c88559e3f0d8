import { parseArgs } from 'node:util'
import { UNIT_SYSTEMS, type UnitSystem } from '@isobar/weather'
import { createInk, type Look, WIDTH } from '../../web/app/terminal/ink.ts'
import type { Config } from '../config/config.ts'
import type { Environment } from '../config/reader.ts'
import { parsePublicUrl } from '../config/urls.ts'
// Without the rest of the feature, which takes a second to load.
import { suggestUnits } from '../features/weather/places/region/region.ts'
import { isLanguage, type Language, LANGUAGES } from '../messages/languages.ts'
import { formatLocale } from '../messages/locale.ts'
import { StartupError } from '../platform/startup-error.ts'
import { EXIT } from './service-api.ts'

const COLOURS = ['auto', 'always', 'never'] as const

const USAGE = [
  'usage: `isobar weather PLACE [--units metric|uk|imperial|si] [--lang en|de|…] [--url URL] [--direct] [--json] [--color auto|always|never]`,',
  'where PLACE is a name (`Berlin`, `Springfield, IL`) or coordinates (`52.52,13.41`)',
].join(' ')

/** What `isobar weather` was asked for. */
export interface WeatherOptions {
  readonly place: string
  /** Null: `--direct`. */
  readonly url: URL | null
  readonly isJson: boolean
  readonly color: (typeof COLOURS)[number]
  readonly units: UnitSystem
  readonly lang: Language
  /** BCP 47, for numbers and times. */
  readonly locale: string
}

/** Southern latitudes: an argument that begins like an option. */
const POINT = /^-\d[\d.]*\s*,/

/**
 * The arguments, with defaults from the environment: the language and units of its locale, as programs in a terminal do.
 * @throws StartupError with exit status 2
 */
export function readWeatherOptions(config: Config, args: readonly string[], environment: Environment): WeatherOptions {
  const { values, words } = parse(args)
  const place = words.join(' ').trim()
  if (place === '') throw usage()
  const tag = localeTag(environment)
  const lang = values.lang ?? tag.split('-')[0]
  if (values.lang !== undefined && !isLanguage(values.lang)) throw usage(`--lang must be one of ${LANGUAGES.join(', ')}`)
  const known = isLanguage(lang) ? lang : 'en'
  if (values.direct && values.url !== undefined) throw usage('--direct asks no service, so it goes with no --url')
  return {
    place,
    url: values.direct ? null : chooseServiceUrl(config, values.url),
    isJson: values.json,
    color: oneOf('--color', COLOURS, values.color) ?? 'auto',
    units: oneOf('--units', UNIT_SYSTEMS, values.units) ?? suggestUnits(new Intl.Locale(tag).region ?? null),
    lang: known,
    locale: formatLocale(known, tag.startsWith(known) ? tag : known),
  }
}

/**
 * How the text is to look: as wide as the terminal, and coloured only for one, unless asked otherwise. Elsewhere COLUMNS counts, as far as it is
 * passed on.
 */
export function chooseLook(
  { color }: Pick<WeatherOptions, 'color'>,
  { NO_COLOR, TERM, COLUMNS }: Environment,
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
): Look {
  // https://no-color.org
  const allowsColours = isTTY === true && !NO_COLOR && TERM !== 'dumb'
  return {
    width: Math.min(WIDTH.most, Math.max(WIDTH.least, columns || Number(COLUMNS) || WIDTH.usual)),
    ink: createInk(color === 'always' || (color === 'auto' && allowsColours)),
  }
}

/** The address of the service that commands ask: the option, ISOBAR_URL, or this machine's. @throws StartupError with exit status 2 */
export function chooseServiceUrl({ ISOBAR_URL, PORT }: Config, given: string | undefined): URL {
  if (given === undefined && ISOBAR_URL === null && PORT === 0) throw usage('--url is missing: with PORT=0 a service may be anywhere')
  if (given === undefined) return ISOBAR_URL ?? new URL(`http://localhost:${PORT}`)
  try {
    return parsePublicUrl(given)
  } catch (error) {
    throw usage(`--url ${(error as Error).message}`)
  }
}

function parse(args: readonly string[]) {
  const points = args.filter((arg) => POINT.test(arg))
  try {
    const { values, positionals } = parseArgs({
      args: args.filter((arg) => !POINT.test(arg)),
      allowPositionals: true,
      options: {
        units: { type: 'string' },
        lang: { type: 'string' },
        url: { type: 'string' },
        color: { type: 'string' },
        direct: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    return { values, words: [...points, ...positionals] }
  } catch (error) {
    throw usage((error as Error).message.split('. ')[0])
  }
}

function oneOf<T extends string>(option: string, names: readonly T[], given: string | undefined): T | undefined {
  const name = names.find((each) => each === given)
  if (given !== undefined && name === undefined) throw usage(`${option} must be one of ${names.join(', ')}`)
  return name
}

function usage(what?: string): StartupError {
  return new StartupError(what === undefined ? USAGE : `${what}; ${USAGE}`, { exitStatus: EXIT.badOption })
}

/** `de_AT.UTF-8` as `de-AT`; English for `C`, `POSIX` and what is no tag. */
function localeTag({ LC_ALL, LC_MESSAGES, LANG }: Environment): string {
  const [tag = ''] = (LC_ALL || LC_MESSAGES || LANG || '').replaceAll('_', '-').split(/[.@]/)
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
