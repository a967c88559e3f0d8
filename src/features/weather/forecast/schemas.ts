import { MAX_DAYS, MAX_HOURS, MAX_PAST_HOURS, PUBLIC_SCOPES, UNIT_SYSTEMS, USUAL_HOURS } from '@isobar/weather'
import { type Static, type TSchema, Type } from 'typebox'
import { Coordinates } from '../../../platform/http/schema/schemas.ts'
import { BlendExplanationSchema } from '../blend/index.ts'
import { AirFields, MarineFields } from './air-and-sea-schemas.ts'
import { SeveralAnswer } from './result-schemas.ts'
import { CurrentFields, DailyFields, HourlyFields, MinutelyFields } from './scope-schemas.ts'
import { Envelope } from './shared-schemas.ts'

/** Lower snake case; the triggers recorded by jobs and admin routes are reserved. */
export const Trigger = Type.String({
  pattern: '^(?!cron_|admin_)[a-z][a-z0-9]*(?:_[a-z0-9]+)*$',
  maxLength: 40,
  description:
    'Why the weather is requested, recorded as sent. Known: dashboard_load, dashboard_refresh, city_detail, search_select, search_preview, history_read, prefetch. `cron_…` and `admin_…` are reserved.',
  examples: ['city_detail'],
})

export const Units = Type.Enum([...UNIT_SYSTEMS], {
  description: 'metric: °C, km/h, mm, hPa, km · uk: °C, mph, mm, hPa, mi · imperial: °F, mph, in, inHg, mi · si: °C, m/s, mm, hPa, m',
})

export const Lang = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'BCP 47 tag; `lang` in the response is the language used. Costs no provider call.',
  examples: ['de'],
})

export const MaxAgeMs = Type.Integer({
  minimum: 0,
  maximum: 31_536_000_000,
  description: 'Data older than this is refreshed before answering, at most once in 5 minutes per place. In milliseconds.',
})

export const Hours = Type.Integer({
  minimum: 1,
  maximum: MAX_HOURS,
  description: `Hours of \`hourly\` from the running one on, as far as the sources reach; ${USUAL_HOURS} if omitted. Beyond the first source's own they are the next source's, which \`sources\` names, and may cost a provider call`,
  examples: [168],
})

export const PastHours = Type.Integer({
  minimum: 0,
  maximum: MAX_PAST_HOURS,
  description: 'Hours of `hourly` before the running one, as far as they are known: those of today that have passed. None if omitted',
  examples: [12],
})

export const Days = Type.Integer({
  minimum: 1,
  maximum: MAX_DAYS,
  description:
    "Days of `daily` from today on, as far as the sources reach; if omitted, those of the first source, at most ten. Beyond its own they are the next source's, as with `hours`",
  examples: [16],
})

export const Explain = Type.Enum(['blend'], {
  description:
    'Adds `blend`: what a blend of the sources at hand makes of temperatures and chances of rain, of what, and why it is on or off there. Costs no provider call',
})

const Scope = Type.Enum([...PUBLIC_SCOPES])

export const WeatherQueryString = Type.Object({
  ...Coordinates,
  scope: Type.Union([Scope, Type.Array(Scope)], {
    description: 'Part of the weather, or several separated by commas; duplicates are ignored. Several are in `scopes` of the answer',
    examples: ['current'],
  }),
  trigger: Type.Optional(Trigger),
  lang: Type.Optional({ ...Lang, default: 'en' }),
  units: Type.Optional({ ...Units, default: 'metric' as const }),
  maxAgeMs: Type.Optional(MaxAgeMs),
  hours: Type.Optional(Hours),
  pastHours: Type.Optional(PastHours),
  days: Type.Optional(Days),
  explain: Type.Optional(Explain),
})
export type WeatherQueryString = Static<typeof WeatherQueryString>

const answer = (fields: Record<string, TSchema>, title: string, description: string) =>
  Type.Object({ ...fields, ...Envelope, blend: Type.Optional(BlendExplanationSchema) }, { title, description })

export const WeatherAnswer = Type.Union([
  answer(
    CurrentFields,
    'CurrentWeather',
    'Current weather. Amounts cover the last 60 minutes. Sunrise and sunset are null during polar day and night.',
  ),
  answer(
    HourlyFields,
    'HourlyForecast',
    'From the current hour on; past hours are omitted unless `pastHours` asks for them. 48 hours while the data is fresh, or as many as `hours` asks for and the sources have',
  ),
  answer(
    DailyFields,
    'DailyForecast',
    'From today on, in local time; past days are omitted. 8 days or more while the data is fresh, or as many as `days` asks for',
  ),
  answer(
    MinutelyFields,
    'MinutelyForecast',
    'The next minutes, one hour while the data is fresh, where the source has radar. Never interpolated.',
  ),
  answer(
    AirFields,
    'AirQuality',
    'Air quality and pollen from the current hour on, four days or more while the data is fresh. Indices are computed here, from concentrations',
  ),
  answer(MarineFields, 'MarineForecast', 'Waves, swell and water temperature from the current hour on'),
  SeveralAnswer,
])
