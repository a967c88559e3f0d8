import { hash32 } from '../climate/noise.ts'
import { distanceKm } from '../places/distance.ts'
import { usAreaAt } from '../places/us-coverage.ts'
import { zoneAt } from '../places/zone.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { readPoint } from './point.ts'
import { problem } from './problems.ts'

const BASE = 'https://api.weather.gov'
const CONTEXT = [
  'https://geojson.org/geojson-ld/geojson-context.jsonld',
  {
    '@version': '1.1',
    wx: 'https://api.weather.gov/ontology#',
    s: 'https://schema.org/',
    geo: 'http://www.opengis.net/ont/geosparql#',
    unit: 'http://codes.wmo.int/common/unit/',
    '@vocab': 'https://api.weather.gov/ontology#',
    geometry: { '@id': 's:GeoCoordinates', '@type': 'geo:wktLiteral' },
    city: 's:addressLocality',
    state: 's:addressRegion',
    distance: { '@id': 's:Distance', '@type': 's:QuantitativeValue' },
    bearing: { '@type': 's:QuantitativeValue' },
    value: { '@id': 's:value' },
    unitCode: { '@id': 's:unitCode', '@type': '@id' },
    forecastOffice: { '@type': '@id' },
    forecastGridData: { '@type': '@id' },
    publicZone: { '@type': '@id' },
    county: { '@type': '@id' },
  },
]

/** Squares of a fortieth of a degree, numbered over the whole earth: each office's grid is a part of that. */
const PER_DEGREE = 40
const gridAt = (lat: number, lon: number) => ({ gridX: Math.floor((lon + 180) * PER_DEGREE), gridY: Math.floor((lat + 90) * PER_DEGREE) })

/** The south-western corner of a square, and the length of its sides in degrees. */
export function squareOf(gridX: number, gridY: number): { south: number; west: number; side: number } {
  return { south: gridY / PER_DEGREE - 90, west: gridX / PER_DEGREE - 180, side: 1 / PER_DEGREE }
}

/** `GET /points/{lat},{lon}`: 404 outside the coverage. */
export function points(_: World, request: WireRequest): WireAnswer {
  const text = request.path.slice('/points/'.length).replaceAll(/%2c/gi, ',')
  const point = readPoint(request, text, (rounded) => `/points/${rounded}`)
  if ('status' in point) return point
  const { lat, lon } = point
  const area = usAreaAt(lat, lon)
  if (area === null)
    return problem(
      request,
      404,
      'InvalidPoint',
      'Data Unavailable For Requested Point',
      `Unable to provide data for requested point ${text}`,
    )
  const { gridX, gridY } = gridAt(lat, lon)
  const grid = `${BASE}/gridpoints/${area.office}/${gridX},${gridY}`
  const zone = String(1 + (hash32(Math.floor(lat), Math.floor(lon), 0, 43) % 99)).padStart(3, '0')
  const answer = {
    '@context': CONTEXT,
    id: `${BASE}/points/${text}`,
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      '@id': `${BASE}/points/${text}`,
      '@type': 'wx:Point',
      cwa: area.office,
      type: 'land',
      forecastOffice: `${BASE}/offices/${area.office}`,
      gridId: area.office,
      gridX,
      gridY,
      forecast: `${grid}/forecast`,
      forecastHourly: `${grid}/forecast/hourly`,
      forecastGridData: grid,
      observationStations: `${grid}/stations`,
      relativeLocation: {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [area.lon, area.lat] },
        properties: {
          city: area.city,
          state: area.code,
          distance: { unitCode: 'wmoUnit:m', value: distanceKm(lat, lon, area.lat, area.lon) * 1000 },
          bearing: {
            unitCode: 'wmoUnit:degree_(angle)',
            value: (Math.round((Math.atan2(lon - area.lon, lat - area.lat) * 180) / Math.PI) + 360) % 360,
          },
        },
      },
      forecastZone: `${BASE}/zones/forecast/${area.code}Z${zone}`,
      county: `${BASE}/zones/county/${area.code}C${zone}`,
      fireWeatherZone: `${BASE}/zones/fire/${area.code}Z${zone}`,
      timeZone: zoneAt(lat, lon).id,
      radarStation: `${area.prefix}${area.office}`,
    },
  }
  return json(200, answer, 'application/geo+json')
}
