import { buildRectangle } from './warning.ts'

/** A feature of GeoJSON with one polygon or several. */
export const buildTestFeature = (properties: object, ...polygons: ReturnType<typeof buildRectangle>[]) => ({
  type: 'Feature',
  properties,
  geometry: polygons.length === 1 ? { type: 'Polygon', coordinates: polygons[0] } : { type: 'MultiPolygon', coordinates: polygons },
})
/** A file of features. */
export const writeFeatureCollection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })

export const WEST = buildTestFeature({ code: 'XX001', type: 'EMMA_ID', name: 'West', country: 'XX' }, buildRectangle(10, 50, 12, 52))
export const ISLANDS = buildTestFeature({ code: 'XX002', name: 'Islands' }, buildRectangle(20, 50, 21, 51), buildRectangle(22, 50, 23, 51))
