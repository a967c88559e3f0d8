import { type Box, MINUTE_MS } from '@isobar/weather'
import { isSimulated, toAnswerFailure, toFailureKind } from '../fetch-json.ts'
import {
  type PaidCalls,
  type Product,
  ProviderFailure,
  type RadarCapability,
  type RadarFrame,
  type RadarLegend,
  runPart,
  type TileAddress,
  type UpstreamAnswer,
} from '../provider.ts'
import { RADAR_SPAN_MS, RADAR_TILE_SIZE, readRadarTile, selectRadarFrames } from '../radar-frames.ts'
import { type LayerTimes, readLayerTimes } from './capabilities.ts'
import { readTimes } from './times.ts'

export interface WmsRadarOptions {
  /** For messages. */
  readonly name: string
  readonly product: Product
  /** The service, without a query. */
  readonly url: URL
  readonly layer: string
  /** Empty: the layer's own. */
  readonly style: string
  readonly legend: RadarLegend | null
  readonly area: Box
  /** Whether the capabilities are asked for layer by layer (`layer=`), because those of all are too many. */
  readonly isNarrowed?: boolean
  /** How far the layer's times reach beyond its newest measurement; omitted: they are all measured. */
  readonly forecastMs?: number
  /** Another layer, in the same style, with what is made of the measurements: its dimension `reference_time` names the runs. */
  readonly forecastLayer?: string
  /** How old a time must be: services announce some before they have the picture. */
  readonly settledMs?: number
}

const VERSION = '1.3.0'
/** The edge of the Web Mercator world, in metres. */
const EDGE = 20_037_508.342_789_244
/** A forecast that was made longer before the newest measurement, or after it, does not continue it (so the Canadian service's own page). */
const MAX_LAG_MS = 12 * MINUTE_MS

/** Precipitation over time from a Web Map Service (OGC 06-042) with a dimension of time. */
export function createWmsRadar(options: WmsRadarOptions): RadarCapability {
  const { name, product, url, layer, style, legend, area, isNarrowed = false, forecastMs = 0, forecastLayer, settledMs = 0 } = options
  const ask = (calls: PaidCalls, query: Readonly<Record<string, string>>): Promise<UpstreamAnswer> => {
    const asked = new URL(url)
    asked.search = new URLSearchParams({ SERVICE: 'WMS', VERSION, ...query }).toString()
    return calls.get({ product, url: asked })
  }

  /** @throws ProviderFailure */
  async function readTimesOf(wanted: string, calls: PaidCalls, now: number) {
    const answer = await ask(calls, { REQUEST: 'GetCapabilities', ...(isNarrowed ? { layer: wanted } : {}) })
    if (answer.status !== 200) throw toAnswerFailure(name, toFailureKind(answer.status), answer, now)
    const dimensions = await readLayerTimes(answer.body, wanted)
    const read = readTimes(dimensions?.time?.text ?? '', { from: now - RADAR_SPAN_MS, to: now + RADAR_SPAN_MS })
    if (read === null) throw toAnswerFailure(name, 'invalid_body', answer)
    return { ...read, run: readRun(dimensions?.reference_time), simulated: isSimulated(answer.headers) }
  }

  /** The newest run of the layer of forecasts, if it continues what was measured; none if it cannot be read: the measured frames stand without it. */
  async function listForecasts(calls: PaidCalls, newest: number, now: number): Promise<RadarFrame[]> {
    if (forecastLayer === undefined) return []
    try {
      const { times, run } = await runPart(calls, (own) => readTimesOf(forecastLayer, own, now))
      if (run === null || Math.abs(run - newest) > MAX_LAG_MS) return []
      return times.filter((time) => time > run).map((time) => buildForecast(time, run, `${toIso(time)} ${toIso(run)}`))
    } catch (error) {
      if (error instanceof ProviderFailure) return []
      throw error
    }
  }

  return {
    product,
    legend,
    area,
    configured: () => true,
    async list(calls, now) {
      const { times, end, simulated } = await readTimesOf(layer, calls, now)
      const analysed = end - forecastMs
      const frames = times
        .filter((time) => time > analysed || time <= now - settledMs)
        .map((time): RadarFrame => {
          if (time > analysed) return buildForecast(time, analysed, toIso(time))
          return { id: toStamp(time), time, isForecast: false, request: toIso(time) }
        })
      const newest = frames.findLast(({ isForecast }) => !isForecast)
      const forecasts = newest === undefined ? [] : await listForecasts(calls, newest.time, now)
      return { frames: selectRadarFrames([...frames, ...forecasts], now), simulated }
    },
    async fetch({ request }, tile, calls) {
      const [time = '', run] = request.split(' ')
      const answer = await ask(calls, {
        REQUEST: 'GetMap',
        LAYERS: run === undefined ? layer : (forecastLayer ?? layer),
        STYLES: style,
        CRS: 'EPSG:3857',
        BBOX: toBbox(tile).join(','),
        WIDTH: String(RADAR_TILE_SIZE),
        HEIGHT: String(RADAR_TILE_SIZE),
        FORMAT: 'image/png',
        TRANSPARENT: 'TRUE',
        TIME: time,
        ...(run === undefined ? {} : { DIM_REFERENCE_TIME: run }),
      })
      // A time without a picture is a report in XML with status 200.
      if (answer.status === 200 && isServiceReport(answer)) throw toAnswerFailure(name, 'not_found', answer)
      return readRadarTile(name, answer)
    },
  }
}

const LATIN1 = new TextDecoder('latin1')
const isServiceReport = ({ body }: UpstreamAnswer): boolean =>
  /^\s*<(?:\?xml|\w+:?ServiceException)/.test(LATIN1.decode(body.subarray(0, 100)))

/** A forecast is known by its run, too: each run draws it anew. */
function buildForecast(time: number, run: number, request: string): RadarFrame {
  return { id: `${toStamp(time)}-${toStamp(run)}`, time, isForecast: true, request }
}

/** The newest run that a dimension names, which is its default, else its last; null if it names none. */
function readRun(runs: LayerTimes['reference_time']): number | null {
  const listed = readTimes(runs?.text ?? '', { from: 0, to: 0 })
  const chosen = readTimes(runs?.default ?? '', { from: 0, to: 0 })
  return chosen?.end ?? listed?.end ?? null
}

/** As services list it: without a fraction of a second that is none. */
const toIso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z')

/** `20260512T0115`, of the minute. */
function toStamp(time: number): string {
  return new Date(Math.floor(time / MINUTE_MS) * MINUTE_MS).toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
}

/** West, south, east, north in metres. */
function toBbox({ z, x, y }: Omit<TileAddress, 'layer'>): number[] {
  const across = (2 * EDGE) / 2 ** z
  const [west, north] = [x * across - EDGE, EDGE - y * across]
  return [west, north - across, west + across, north]
}
