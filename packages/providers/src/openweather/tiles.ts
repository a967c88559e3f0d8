import { toAnswerFailure, requireKey, buildUrlBelow } from '../fetch-json.ts'
import { parseJson } from '../json.ts'
import { isWholePng } from '../png.ts'
import type { KeyedOptions, PaidCalls, Product, TileAddress, TileCapability } from '../provider.ts'
import { buildInvalidBodyFailure, SERVICE } from './fetch.ts'

/** Weather maps 1.0, part of the free plan: counted separately from One Call. */
const TILES: Product = { id: 'openweather/tiles', weight: 1, budget: 'tiles' }

const SIZE = 256

/** OpenWeather's map tiles. Without a key they are not `configured`. */
export function createTiles({ baseUrl, key }: KeyedOptions): TileCapability {
  return {
    product: TILES,
    configured: () => key() !== null,
    async fetch(tile, calls) {
      return fetchTile(tileUrl(baseUrl, tile, requireKey(key, SERVICE)), calls)
    },
  }
}

/** Contains the key, like every URL of this provider, so it is a secret. */
function tileUrl(baseUrl: URL, { layer, z, x, y }: TileAddress, key: string): URL {
  return buildUrlBelow(baseUrl, `/map/${layer}_new/${z}/${x}/${y}.png`, { appid: key })
}

/** The tile host sends errors as JSON labelled image/png: the status decides, then the bytes. */
async function fetchTile(url: URL, calls: PaidCalls): Promise<Uint8Array> {
  const answer = await calls.get({ product: TILES, url })
  const { status, body } = answer
  if (status !== 200) throw toAnswerFailure(SERVICE.name, SERVICE.kindOf(status, parseJson(body)), answer)
  if (!isWholePng(body, SIZE)) throw buildInvalidBodyFailure()
  return body
}
