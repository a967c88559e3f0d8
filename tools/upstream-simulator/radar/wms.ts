import { drawTile } from '../picture.ts'
import type { Product } from '../products.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { RATE, REFLECTIVITY } from './colours.ts'

interface Service {
  readonly id: string
  readonly path: string
  readonly layer: string
  /** The times that it has, epoch milliseconds. */
  readonly times: (now: number) => readonly number[]
  /** Those times as it writes them. */
  readonly dimension: (times: readonly number[]) => string
  readonly colours: Parameters<typeof drawTile>[3]
  /** The run that its times belong to, which every request must name; omitted: they were measured, or are of the newest run. */
  readonly run?: (now: number) => number
}

const MINUTE = 60_000
const EDGE = 20_037_508.342_789_244

const gridded = (now: number, step: number, before: number, after: number): number[] => {
  const newest = Math.floor((now - 3 * MINUTE) / step) * step
  const from = Math.ceil((newest - before) / step) * step
  return Array.from({ length: Math.floor((newest + after - from) / step) + 1 }, (_, index) => from + index * step)
}
const iso = (time: number): string => new Date(time).toISOString()
const short = (time: number): string => iso(time).replace('.000Z', 'Z')

const GEOMET = {
  path: '/geomet',
  colours: RATE,
  dimension: (times: readonly number[]) => `${short(times[0] ?? 0)}/${short(times.at(-1) ?? 0)}/PT6M`,
}
const runAt = (now: number): number => gridded(now, 6 * MINUTE, 0, 0)[0] ?? 0

/** Several layers may be of one service. */
const SERVICES: readonly Service[] = [
  {
    id: 'dwd/radar',
    path: '/geoserver/dwd/wms',
    layer: 'Niederschlagsradar',
    times: (now) => gridded(now, 5 * MINUTE, 72 * 60 * MINUTE, 120 * MINUTE),
    dimension: (times) => `${iso(times[0] ?? 0)}/${iso(times.at(-1) ?? 0)}/PT5M`,
    colours: RATE,
  },
  {
    ...GEOMET,
    id: 'eccc/radar',
    layer: 'RADAR_1KM_RRAI',
    times: (now) => gridded(now, 6 * MINUTE, 180 * MINUTE, 0),
  },
  {
    ...GEOMET,
    id: 'eccc/radar',
    layer: 'Radar_1km_RainPrecipRate-Extrapolation',
    times: (now) => gridded(now, 6 * MINUTE, 0, 72 * MINUTE),
    run: runAt,
  },
  {
    id: 'nws/radar',
    path: '/geoserver/conus/conus_bref_qcd/ows',
    layer: 'conus_bref_qcd',
    // Every two minutes, give or take some seconds.
    times: (now) => gridded(now, 2 * MINUTE, 120 * MINUTE, 0).map((time) => time + ((time / MINUTE) % 7) * 1_000),
    dimension: (times) => times.map(iso).join(','),
    colours: REFLECTIVITY,
  },
]

export const wmsProducts: readonly Product[] = SERVICES.filter(
  ({ path }, index) => SERVICES.findIndex((other) => other.path === path) === index,
).map(({ id, path }) => ({
  id,
  template: path,
  matches: (asked) => asked === path,
  answer: (_, request) =>
    answer(
      SERVICES.filter((other) => other.path === path),
      request,
    ),
}))

function answer(layers: readonly Service[], request: WireRequest): WireAnswer {
  const query = new Map([...request.query].map(([name, value]) => [name.toUpperCase(), value]))
  const named = query.get('LAYER') ?? query.get('LAYERS')
  const service = layers.find(({ layer }) => layer === named) ?? (named === undefined ? layers[0] : undefined)
  if (service === undefined) return fault('LayerNotDefined')
  const times = service.times(request.now)
  if (query.get('REQUEST') === 'GetCapabilities') return xml(capabilities(service, times, request.now))
  if (query.get('REQUEST') !== 'GetMap') return fault('OperationNotSupported')
  const time = Date.parse(query.get('TIME') ?? '')
  const run = Date.parse(query.get('DIM_REFERENCE_TIME') ?? '')
  // A run that has been followed by another is still there.
  const isKnown =
    service.run === undefined ? times.includes(time) : run <= service.run(request.now) && time >= run && time <= run + 72 * MINUTE
  if (!isKnown) return fault('InvalidDimensionValue')
  const [west = 0, , east = 0, north = 0] = (query.get('BBOX') ?? '').split(',').map(Number)
  const size = Number(query.get('WIDTH'))
  const across = (2 * EDGE) / (east - west)
  if (query.get('CRS') !== 'EPSG:3857' || !(across >= 1) || !(size >= 1 && size <= 1_024)) return fault('InvalidParameterValue')
  const position = {
    z: Math.round(Math.log2(across)),
    x: Math.round(((west + EDGE) / (2 * EDGE)) * across),
    y: Math.round(((EDGE - north) / (2 * EDGE)) * across),
  }
  return { status: 200, headers: { 'content-type': 'image/png' }, body: drawTile(position, size, time / 3_600_000, service.colours) }
}

const xml = (body: string): WireAnswer => ({ status: 200, headers: { 'content-type': 'text/xml;charset=UTF-8' }, body })

/** With status 200, as GeoServer and MapServer answer. */
const fault = (code: string): WireAnswer =>
  xml(
    `<?xml version="1.0" encoding="UTF-8"?><ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc"><ServiceException code="${code}" locator="time">Refused</ServiceException></ServiceExceptionReport>`,
  )

/** The last hour's, as GeoMet lists them. */
function runs(newest: number): string {
  const span = `${short(newest - 60 * MINUTE)}/${short(newest)}/PT6M`
  return `<Dimension name="reference_time" units="ISO8601" default="${short(newest)}" multipleValues="1" nearestValue="0">${span}</Dimension>`
}

function capabilities({ layer, dimension, run }: Service, times: readonly number[], now: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Name>WMS</Name><Title>Simulated</Title></Service>
  <Capability><Layer><Title>All</Title><CRS>EPSG:3857</CRS>
    <Layer queryable="1"><Name>Other</Name><Dimension name="time" units="ISO8601">2020-01-01T00:00:00Z/2020-01-02T00:00:00Z/PT10M</Dimension></Layer>
    <Layer queryable="1"><Name>${layer}</Name><Title>Radar</Title>
      <Dimension name="time" default="current" units="ISO8601">${dimension(times)}</Dimension>${run === undefined ? '' : runs(run(now))}
      <Style><Name>default</Name><Title>Default</Title></Style>
    </Layer>
  </Layer></Capability>
</WMS_Capabilities>`
}
