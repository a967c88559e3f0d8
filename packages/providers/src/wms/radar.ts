import { type Box, MINUTE_MS } from '@isobar/weather'
import { isSimulated, toAnswerFailure, toFailureKind } from '../fetch-json.ts'
import type { PaidCalls, Product, RadarCapability, RadarFrame, RadarLegend, TileAddress, UpstreamAnswer } from '../provider.ts'
import { RADAR_SPAN_MS, RADAR_TILE_SIZE, readRadarTile, selectRadarFrames } from '../radar-frames.ts'
import { readLayerTimes } from './capabilities.ts'
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
  /** Further parameters of the request for the capabilities, to have less of them. */
  readonly narrowedBy?: Readonly<Record<string, string>>
  /** How far the layer's times reach beyond its newest measurement; omitted: they are all measured. */
  readonly forecastMs?: number
  /** How old a time must be: services announce some before they have the picture. */
  readonly settledMs?: number
}

const VERSION = '1.3.0'
/** The edge of the Web Mercator world, in metres. */
const EDGE = 20_037_508.342_789_244

/** Precipitation over time from a Web Map Service (OGC 06-042) with a dimension of time. */
export function createWmsRadar(options: WmsRadarOptions): RadarCapability {
  const { name, product, url, layer, style, legend, area, narrowedBy = {}, forecastMs = 0, settledMs = 0 } = options
  const ask = (calls: PaidCalls, query: Readonly<Record<string, string>>): Promise<UpstreamAnswer> => {
    const asked = new URL(url)
    asked.search = new URLSearchParams({ SERVICE: 'WMS', VERSION, ...query }).toString()
    return calls.get({ product, url: asked })
  }
  return {
    product,
    legend,
    area,
    configured: () => true,
    async list(calls, now) {
      const answer = await ask(calls, { REQUEST: 'GetCapabilities', ...narrowedBy })
      if (answer.status !== 200) throw toAnswerFailure(name, toFailureKind(answer.status), answer, now)
      const dimension = await readLayerTimes(answer.body, layer)
      const read = dimension === null ? null : readTimes(dimension, { from: now - RADAR_SPAN_MS, to: now + RADAR_SPAN_MS })
      if (read === null) throw toAnswerFailure(name, 'invalid_body', answer)
      const analysed = read.end - forecastMs
      const frames = read.times
        .filter((time) => time > analysed || time <= now - settledMs)
        .map((time): RadarFrame => {
          const isForecast = time > analysed
          const id = isForecast ? `${toStamp(time)}-${toStamp(analysed)}` : toStamp(time)
          return { id, time, isForecast, request: new Date(time).toISOString() }
        })
      return { frames: selectRadarFrames(frames, now), simulated: isSimulated(answer.headers) }
    },
    async fetch({ request }, tile, calls) {
      const answer = await ask(calls, {
        REQUEST: 'GetMap',
        LAYERS: layer,
        STYLES: style,
        CRS: 'EPSG:3857',
        BBOX: toBbox(tile).join(','),
        WIDTH: String(RADAR_TILE_SIZE),
        HEIGHT: String(RADAR_TILE_SIZE),
        FORMAT: 'image/png',
        TRANSPARENT: 'TRUE',
        TIME: request,
      })
      // A time without a picture is a report in XML with status 200.
      if (answer.status === 200 && isServiceReport(answer)) throw toAnswerFailure(name, 'not_found', answer)
      return readRadarTile(name, answer)
    },
  }
}

const isServiceReport = ({ body }: UpstreamAnswer): boolean => /^\s*<(?:\?xml|\w+:?ServiceException)/.test(body.toString('latin1', 0, 100))

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
