import { rectangle } from './warning.ts'

/** A feature of GeoJSON with one polygon or several. */
export const feature = (properties: object, ...polygons: ReturnType<typeof rectangle>[]) => ({
  type: 'Feature',
  properties,
  geometry: polygons.length === 1 ? { type: 'Polygon', coordinates: polygons[0] } : { type: 'MultiPolygon', coordinates: polygons },
})
/** A file of features. */
export const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })

export const WEST = feature({ code: 'XX001', type: 'EMMA_ID', name: 'West', country: 'XX' }, rectangle(10, 50, 12, 52))
export const ISLANDS = feature({ code: 'XX002', name: 'Islands' }, rectangle(20, 50, 21, 51), rectangle(22, 50, 23, 51))
