import type { Static } from 'typebox'
import type { Api } from '../../web/app/api/ask.ts'
import { findPlace, type PlaceByName } from '../../web/app/city/find-place.ts'
import { readPlace } from '../../web/app/city/read-place.ts'
import { buildAccuracyView } from '../../web/app/city/view/accuracy.ts'
import { buildAlertsView } from '../../web/app/city/view/alerts.ts'
import { buildPastView } from '../../web/app/city/view/past.ts'
import type { Teller } from '../../web/app/city/view/teller.ts'
import { type WeatherHistory, getWeatherZone } from '../../web/app/city/weather.ts'
import { createInk } from '../../web/app/terminal/ink.ts'
import { writePlaceText } from '../../web/app/terminal/place-text.ts'
import type { Language } from '../messages/languages.ts'
import { formatLocale } from '../messages/locale.ts'
import { getTranslator } from '../messages/messages.ts'
import { type AccuracyInput, type AlertsInput, type HistoryInput, type PlacesInput, VALUES, type WeatherInput } from './mcp-schemas.ts'
import { buildUnknownPlaceError } from './service-api.ts'

/** The answer of a tool: as its schema says, and in words. */
export interface ToolAnswer {
  readonly structured: Record<string, unknown>
  readonly text: string
}

const LOOK = { width: 100, ink: createInk(false) }
const GEONAMES = { text: 'Place names by GeoNames', url: 'https://www.geonames.org/', license: 'CC BY 4.0' }

/** Places by name. @throws ApiFailure */
export async function runPlacesTool(api: Api, { name, lang = 'en' }: Static<typeof PlacesInput>): Promise<ToolAnswer> {
  const found = await api.get('/api/geocode', { query: { q: name, lang } })
  const list = found.map(({ label, country, lat, lon }) => ({ label, country, lat, lon }))
  const text = list.map(({ label, lat, lon }) => `${label}: ${lat},${lon}`)
  return answer({ places: list }, text.length === 0 ? [getTranslator(lang).t('search.nothing')] : text, [GEONAMES])
}

/** The weather of a place, present and future. @throws ApiFailure, or StartupError for an unknown place */
export async function runWeatherTool(
  api: Api,
  { place: name, units = 'metric', lang = 'en' }: Static<typeof WeatherInput>,
): Promise<ToolAnswer> {
  const { place, namesakes } = await placeOf(api, name, lang)
  const known = await readPlace(api, place, { lang, units })
  const { current, hourly, daily, minutely, alerts } = known
  const parts = [current, hourly, daily, minutely].filter((part) => part !== null)
  const attributions = parts.flatMap(({ attribution, sources = [] }) => [attribution, ...sources.map((each) => each.attribution)])
  const structured = {
    place,
    namesakes,
    timezone: getWeatherZone(known),
    units: parts[0]?.units ?? {},
    current: current && { ...valuesOf(current, VALUES.current), observedAt: current.observedAt, provenance: provenanceOf(current) },
    nextHour: minutely?.available === true ? (minutely.summary?.text ?? null) : null,
    hourly: hourly && {
      points: hourly.points.map((point) => ({ time: point.time, ...valuesOf(point, VALUES.hour) })),
      provenance: provenanceOf(hourly),
    },
    daily: daily && {
      points: daily.points.map((point) => ({ date: point.date, ...valuesOf(point, VALUES.day) })),
      provenance: provenanceOf(daily),
    },
    alerts: alerts?.length ?? null,
  }
  return answer(
    structured,
    [writePlaceText({ ...place, namesakes }, known, tellerOf(lang, getWeatherZone(known)), LOOK, null)],
    attributions,
  )
}

/** Official warnings in force or coming, most severe first. @throws ApiFailure, or StartupError for an unknown place */
export async function runAlertsTool(api: Api, { place: name, lang = 'en' }: Static<typeof AlertsInput>): Promise<ToolAnswer> {
  const { place, namesakes } = await placeOf(api, name, lang)
  const known = await readPlace(api, place, { lang, units: 'metric' })
  const view = buildAlertsView({ ...known, history: null }, tellerOf(lang, getWeatherZone(known)))
  const shown = [...view.list, ...view.others].flatMap((text) => {
    const alert = known.alerts?.find(({ id }) => id === text.id)
    return alert === undefined ? [] : [{ alert, text }]
  })
  const list = shown.map(
    ({ alert: { severity, color, state, start, end }, text: { id, event, issuer, areas, description, instruction } }) => ({
      id,
      event,
      severity,
      color,
      state,
      start,
      end,
      issuer,
      areas,
      description,
      instruction,
    }),
  )
  const texts = shown.map(({ text: { levelWord, event, when, issuer, areas, description, instruction } }) =>
    [`[${levelWord}] ${event}`, when, issuer, areas, description, instruction].filter((part) => part !== null && part !== '').join('\n'),
  )
  const attributions = shown.map(({ alert }) => alert.attribution)
  return answer({ place, namesakes, alerts: known.alerts && list }, [...texts, ...(view.note === null ? [] : [view.note])], attributions)
}

/** The past days of a place, as archived. @throws ApiFailure, or StartupError for an unknown place */
export async function runHistoryTool(api: Api, input: Static<typeof HistoryInput>): Promise<ToolAnswer> {
  const { place: name, units = 'metric', lang = 'en', from, to } = input
  const { place, namesakes } = await placeOf(api, name, lang)
  const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const query = { lat: place.lat, lon: place.lon, units, lang, limit: 1, ...period }
  const past = (await api.get('/api/weather/history', { query })) as WeatherHistory
  const { summary } = past
  const { text, count, rows } = buildPastView(past, tellerOf(lang, past.timezone))
  const structured = {
    place,
    namesakes,
    units: past.units,
    from: summary.from,
    to: summary.to,
    kind: summary.observationCount === 0 ? null : summary.kind,
    source: summary.source,
    lastObservedAt: summary.lastObservedAt,
    days: summary.days.map(({ date, temperatureMin, temperatureMax, precipitationTotal, forecastMin, forecastMax, observationCount }) => ({
      date,
      temperatureMin,
      temperatureMax,
      precipitationTotal,
      forecastMin,
      forecastMax,
      observationCount,
    })),
  }
  const days = rows.map(({ day, observed, forecast, rain }) => [day, observed, rain, `(${forecast})`].join('  '))
  return answer(structured, [[text, ...(count === null ? [] : [count])].join('\n'), ...days], past.attributions)
}

/** How far forecasts were off, at a place or everywhere. @throws ApiFailure, or StartupError for an unknown place */
export async function runAccuracyTool(api: Api, input: Static<typeof AccuracyInput>): Promise<ToolAnswer> {
  const { place: name, variable = 'temperature', units = 'metric', lang = 'en' } = input
  const place = name === undefined ? null : (await placeOf(api, name, lang)).place
  const query = { units, ...(place === null ? {} : { lat: place.lat, lon: place.lon }) }
  const { verification, units: labels, attributions } = await api.get('/api/weather/accuracy', { query })
  const quantities = verification.quantities.filter((each) => each.variable === variable)
  const structured = {
    place,
    variable,
    units: labels,
    from: verification.from,
    to: verification.to,
    scores: quantities.map(({ source, leadHours, days, scores, truth }) => ({
      source,
      leadHours,
      days,
      meanAbsoluteError: scores?.mae.value ?? null,
      bias: scores?.bias.value ?? null,
      truth: truth.source,
      truthKind: truth.kind,
    })),
  }
  const { lines, note } = buildAccuracyView({ summary: { verification, source: null }, units: labels }, tellerOf(lang, 'UTC'))
  return answer(structured, [...lines, ...(note === null ? [] : [note])], attributions)
}

interface Attribution {
  readonly text: string
  readonly url: string
  readonly license: string
}

/** The place that a name or coordinates mean. @throws StartupError if there is none */
async function placeOf(
  api: Api,
  text: string,
  lang: Language,
): Promise<{ place: Omit<PlaceByName, 'namesakes'>; namesakes: PlaceByName['namesakes'] }> {
  const found = await findPlace(api, text, { lang, locale: formatLocale(lang, lang) })
  if (found === null) throw buildUnknownPlaceError(text)
  const { namesakes, ...place } = found
  return { place, namesakes: namesakes.map(({ label, lat, lon }) => ({ label, lat, lon })) }
}

function tellerOf(lang: Language, zone: string): Teller {
  return { t: getTranslator(lang).t, lang, locale: formatLocale(lang, lang), hour12: false, zone, now: Date.now() }
}

/** The values of a point that its schema names. */
function valuesOf<Values extends object>(point: object, values: Values): { readonly [Name in keyof Values]: unknown } {
  return Object.fromEntries(Object.keys(values).map((name) => [name, (point as Record<string, unknown>)[name] ?? null])) as never
}

function provenanceOf({
  source,
  fetchedAt,
  ageSeconds,
  freshness,
}: {
  source: string
  fetchedAt: string
  ageSeconds: number
  freshness: string
}) {
  return { source, fetchedAt, ageSeconds, freshness }
}

/** The answer with the credits that it needs, each once; texts carry them, too, unless they have said so themselves. */
function answer(structured: Record<string, unknown>, texts: readonly string[], attributions: readonly Attribution[]): ToolAnswer {
  const credits = [...new Map(attributions.map(({ text, url, license }) => [text, { text, url, license }])).values()]
  const text = texts.join('\n\n').trimEnd()
  const missing = credits.filter((credit) => !text.includes(credit.url)).map(({ text, license, url }) => `${text} · ${license} · ${url}`)
  return { structured: { ...structured, attributions: credits }, text: [text, ...missing].join('\n\n') }
}
