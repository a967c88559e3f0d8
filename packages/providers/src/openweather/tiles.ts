import { toAnswerFailure, requireKey, buildUrlBelow } from '../fetch-json.ts'
import { parseJson } from '../json.ts'
import type { KeyedOptions, PaidCalls, Product, TileAddress, TileCapability } from '../provider.ts'
import { buildInvalidBodyFailure, SERVICE } from './fetch.ts'

/** Weather maps 1.0, part of the free plan: counted separately from One Call. */
const TILES: Product = { id: 'openweather/tiles', weight: 1, budget: 'tiles' }

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
async function fetchTile(url: URL, calls: PaidCalls): Promise<Buffer> {
  const answer = await calls.get({ product: TILES, url })
  const { status, body } = answer
  if (status !== 200) throw toAnswerFailure(SERVICE.name, SERVICE.kindOf(status, parseJson(body)), answer)
  if (!isWholeTile(body)) throw buildInvalidBodyFailure()
  return body
}

const SIZE = 256
/** Larger than an uncompressed tile with an alpha channel. */
const MAX_BYTES = 300_000
const SIGNATURE_AND_HEADER = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const END = Buffer.from('0000000049454e44ae426082', 'hex')

/** Where the header says how a PNG is interlaced. The provider's are not, and a decoder knows how large the others get. */
const INTERLACE_AT = 28

/** A PNG (W3C PNG, sections 5.2 and 11.2) of 256 × 256 pixels that is not truncated. */
function isWholeTile(body: Buffer): boolean {
  if (body.length < SIGNATURE_AND_HEADER.length + 8 + END.length || body.length > MAX_BYTES) return false
  if (!body.subarray(0, SIGNATURE_AND_HEADER.length).equals(SIGNATURE_AND_HEADER)) return false
  const isOfSize = body.readUInt32BE(16) === SIZE && body.readUInt32BE(20) === SIZE && body[INTERLACE_AT] === 0
  return isOfSize && body.subarray(-END.length).equals(END)
}
