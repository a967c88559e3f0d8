import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { US_AREAS } from '../../../../tools/upstream-simulator/places/us-states.ts'
import { isCoveredByNws } from './coverage.ts'

const EDGES: readonly (readonly [string, number, number])[] = [
  ['Northwest Angle', 49.35, -95.06],
  ['Point Roberts', 48.99, -123.07],
  ['Cape Flattery', 48.38, -124.72],
  ['Isle Royale', 48.0, -88.8],
  ['Sault Ste. Marie, Michigan', 46.49, -84.35],
  ['Detroit', 42.33, -83.05],
  ['Niagara Falls, New York', 43.09, -79.06],
  ['Massena', 44.93, -74.89],
  ['Fort Kent', 47.25, -68.59],
  ['Eastport', 44.91, -66.99],
  ['Key West', 24.56, -81.78],
  ['Brownsville', 25.9, -97.5],
  ['Big Bend', 28.98, -103.16],
  ['El Paso', 31.76, -106.49],
  ['Nogales', 31.34, -110.94],
  ['San Ysidro', 32.55, -117.04],
  ['Utqiagvik', 71.29, -156.79],
  ['Ketchikan', 55.34, -131.65],
  ['Attu', 52.9, 172.9],
  ['Midway', 28.21, -177.38],
  ['Pago Pago', -14.28, -170.7],
  ['Rose Atoll', -14.55, -168.15],
]
const ABROAD: readonly (readonly [string, number, number])[] = [
  ['Berlin', 52.52, 13.41],
  ['Paris', 48.86, 2.35],
  ['Nova Scotia', 44.7, -65.3],
  ['Nassau', 25.05, -77.36],
  ['Havana', 23.11, -82.37],
  ['Toronto', 43.65, -79.38],
  ['Montreal', 45.5, -73.57],
  ['Ottawa', 45.42, -75.7],
  ['Vancouver', 49.28, -123.12],
  ['Winnipeg', 49.9, -97.14],
  ['Monterrey', 25.69, -100.32],
  ['Apia', -13.83, -171.77],
  ['Niue', -19.06, -169.92],
  ['Rakahanga', -10.73, -161.09],
  ['Darwin', -12.46, 130.84],
  ['Tokyo', 35.68, 139.69],
  ['Suva', -18.14, 178.44],
  ['the South Pole', -90, 0],
]

describe('isCovered', () => {
  for (const { city, code, lat, lon } of US_AREAS) it(`is true of ${city}, ${code}`, () => assert.ok(isCoveredByNws(toCell(lat, lon))))
  for (const [name, lat, lon] of EDGES) it(`is true of ${name}`, () => assert.ok(isCoveredByNws(toCell(lat, lon))))
  for (const [name, lat, lon] of ABROAD) it(`is false of ${name}`, () => assert.ok(!isCoveredByNws(toCell(lat, lon))))
})
