import { conditional } from '../conditional.ts'
import { html } from '../faults/error-bodies.ts'
import { utcOffsetTime } from '../times.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { awarenessType, type Bulletin, bulletinsOf, levelOf, ringOf } from './bulletins.ts'

const geometryOf = ({ warning }: Bulletin) => ({ type: 'Polygon', coordinates: [ringOf(warning)] })

/** MET Norway's `current.json`, which requires a User-Agent and must not be requested before it expires. */
export function metAlerts(world: World, request: WireRequest): WireAnswer {
  if (request.headers['user-agent'] === undefined) return html(403, 'nginx')
  const lang = request.query.get('lang') ?? 'no'
  if (lang !== 'no' && lang !== 'en') return html(400, 'nginx')
  const bulletins = bulletinsOf(world, 'NO', '2.49.0.1.578.0.', request.now)
  const changedMs = Math.max(0, ...bulletins.map(({ sentMs }) => sentMs))
  const body = {
    features: bulletins.map((bulletin) => metAlert(bulletin, lang)),
    lang,
    lastChange: utcOffsetTime(changedMs),
    type: 'FeatureCollection',
  }
  const answer = conditional(request, json(200, body, 'application/json'), changedMs)
  const expires = new Date(request.now + 600_000).toUTCString()
  return { ...answer, headers: { ...answer.headers, date: new Date(request.now).toUTCString(), expires } }
}

function metAlert(bulletin: Bulletin, lang: 'no' | 'en') {
  const { warning, id, type, area } = bulletin
  const level = levelOf(warning)
  const colour = ['', '', 'Yellow', 'Orange', 'Red'][level]
  const properties = {
    id,
    area,
    event: warning.tags[0] ?? warning.event,
    eventAwarenessName: lang === 'no' ? `Farevarsel: ${warning.event}` : warning.event,
    awareness_level: `${level}; ${colour?.toLowerCase()}; ${warning.severity}`,
    awareness_type: awarenessType(warning) ?? undefined,
    certainty: 'Likely',
    consequences: lang === 'no' ? 'Oppdiktet for demonstrasjon.' : 'Made up for demonstration.',
    county: [],
    description: warning.description,
    eventEndingTime: utcOffsetTime(warning.end),
    geographicDomain: 'land',
    instruction: warning.instruction ?? '',
    riskMatrixColor: colour,
    severity: warning.severity,
    status: 'Actual',
    title: `${warning.event}, ${area}`,
    type,
  }
  return {
    geometry: geometryOf(bulletin),
    properties,
    type: 'Feature',
    when: { interval: [utcOffsetTime(warning.start), utcOffsetTime(warning.end)] },
  }
}

/** GeoMet's collection, page by page, without validators. */
export function geoMet(world: World, request: WireRequest): WireAnswer {
  const limit = Number(request.query.get('limit') ?? 10)
  const offset = Number(request.query.get('offset') ?? 0)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000 || !Number.isInteger(offset) || offset < 0) {
    return json(400, {
      code: 'InvalidParameterValue',
      type: 'InvalidParameterValue',
      description: 'limit and offset must be whole numbers',
    })
  }
  const all = bulletinsOf(world, 'CA', '', request.now).flatMap(areasOf)
  const features = sorted(all, request.query.get('sortby')).slice(offset, offset + limit)
  const collection = { type: 'FeatureCollection', features, numberMatched: all.length, numberReturned: features.length, links: [] }
  return json(200, { ...collection, timeStamp: new Date(request.now).toISOString() }, 'application/geo+json')
}

/** By a property, in descending order after a minus. */
function sorted(features: ReturnType<typeof areasOf>, by: string | null): ReturnType<typeof areasOf> {
  if (by === null) return features
  const name = by.replace(/^-/, '')
  const valueOf = ({ properties }: (typeof features)[number]): string => String((properties as Record<string, unknown>)[name] ?? '')
  const ascending = features.toSorted((a, b) => valueOf(a).localeCompare(valueOf(b)))
  return by.startsWith('-') ? ascending.toReversed() : ascending
}

/** The two halves of the warned box: the service has a feature for each forecast area. */
function areasOf(bulletin: Bulletin) {
  const { warning, type, sentMs, earlier } = bulletin
  const first = earlier[0]?.id ?? bulletin.id
  const middle = (warning.box.south + warning.box.north) / 2
  return [
    { name: 'southern', box: { ...warning.box, north: middle } },
    { name: 'northern', box: { ...warning.box, south: middle } },
  ].map(({ name, box }, index) => {
    const featureId = `fea1-${index + 1}`
    const id = `${first}_${featureId}`
    const properties = {
      id,
      alert_code: 'WXW',
      alert_type: 'warning',
      alert_name_en: warning.event,
      alert_name_fr: `avertissement: ${warning.event}`,
      publication_datetime: new Date(sentMs).toISOString(),
      expiration_datetime: new Date(warning.end + 7_200_000).toISOString(),
      validity_datetime: new Date(warning.start).toISOString(),
      event_end_datetime: new Date(warning.end).toISOString(),
      alert_text_en: warning.description,
      alert_text_fr: `Inventé pour la démonstration. ${warning.description}`,
      ...(warning.severity === 'Unknown' ? {} : { risk_colour_en: ['', '', 'yellow', 'orange', 'red'][levelOf(warning)] }),
      feature_name_en: `${bulletin.area}, ${name} part`,
      feature_name_fr: `${bulletin.area}, partie ${name === 'southern' ? 'sud' : 'nord'}`,
      province: 'ON',
      status_en: type === 'Cancel' ? 'ended' : type === 'Update' ? 'continued' : 'issued',
      feature_id: featureId,
    }
    return { type: 'Feature', id, geometry: geometryOf({ ...bulletin, warning: { ...warning, box } }), properties }
  })
}
