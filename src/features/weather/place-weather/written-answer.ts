import type { Attribution } from '@isobar/providers/port'
import type { Freshness, FreshnessWindow } from '@isobar/weather'
import type { CacheLayer } from '../../../gateway/index.ts'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { formatCacheStatus } from '../../../platform/http/bytes/cache-status.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import { compressPart, stitchGzip } from '../../../platform/http/bytes/stitched-gzip.ts'
import { copyOwnBytes } from '../../../platform/own-bytes.ts'
import { cacheBySecond } from './by-second.ts'
import { cacheControlAt, computeAnswerLifetime } from './lifetime.ts'
import type { PlaceWeather } from './place-weather.ts'
import { getWorstFreshness, getWorstLayer } from './worst-part.ts'

export interface Written {
  readonly body: string | Buffer
  /** Omitted: JSON. */
  readonly contentType?: string
  /** Values of `Link` besides the credits of the weather. */
  readonly links?: readonly string[]
}

/** Where the data of a body is from. */
export interface Origin {
  readonly places: readonly PlaceWeather[]
  /** Each scope of each place. */
  readonly parts: readonly {
    readonly fetchedAt: number
    readonly window: FreshnessWindow
    readonly layer: CacheLayer
    readonly freshness: Freshness
  }[]
  readonly cacheHit: boolean
  readonly tokensUsed: number
  /** When the answer changes by itself, epoch milliseconds. */
  readonly until: number
  readonly onSent: CachedAnswer['onSent']
}

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * An answer whose body has no room for its provenance, which headers carry instead: the layer, sources, freshness and credits. Headers that depend
 * on the time are made once for each second. `size`: the bytes that it keeps in memory.
 */
export function createWrittenAnswer({ body, contentType = JSON_TYPE, links = [] }: Written, origin: Origin) {
  const plain = copyOwnBytes(body)
  let gzip: Buffer | undefined
  const lifetime = computeAnswerLifetime(origin.parts, origin.until)
  const layer = getWorstLayer(origin.parts)
  // An answer that waited for a provider carries its tokens.
  const etag = origin.cacheHit ? computeWeakEtag(plain) : undefined
  const constant = ['x-cache', layer, ...provenance(origin, links), ...(etag === undefined ? ['cache-control', NO_STORE] : ['etag', etag])]
  if (origin.tokensUsed > 0) constant.push('x-tokens-used', String(origin.tokensUsed))

  function answerAt(now: number): CachedAnswer {
    const ttlSeconds = Math.floor((lifetime.freshUntil - now) / 1_000)
    const status = formatCacheStatus(layer, ttlSeconds, { collapsed: origin.tokensUsed === 0 })
    const caching = etag === undefined ? [] : ['cache-control', cacheControlAt(lifetime, now)]
    return {
      etag,
      headers: [...constant, 'cache-status', status, ...caching],
      bodyHeaders: ['content-type', contentType],
      plain: () => plain,
      gzip: () => (gzip ??= stitchGzip([compressPart(plain)])),
      onSent: origin.onSent,
    }
  }

  return { size: Math.ceil(plain.length * 2.5), bytesAt: cacheBySecond(answerAt) }
}

/** Sources, freshness and the credits that licences require (RFC 8288). */
function provenance({ places, parts }: Origin, links: readonly string[]): string[] {
  const scopes = places.flatMap((place) => Object.values(place.scopes))
  const stations = places.flatMap(({ measured }) => measured?.attribution ?? [])
  const credits = [...scopes.flatMap(({ attribution, sources }) => [attribution, ...sources.map((each) => each.attribution)]), ...stations]
  const ids = scopes.flatMap(({ source, sources }) => [source, ...sources.map((each) => each.source)])
  const simulated = places.some((place) => place.simulated) ? ['simulated'] : []
  const stationIds = places.flatMap(({ measured }) => measured?.station.station.source ?? [])
  return [
    'x-weather-source',
    [...new Set([...simulated, ...ids, ...stationIds])].join(', '),
    'x-weather-freshness',
    getWorstFreshness(parts),
    'link',
    [...new Set([...listCreditLinks(credits), ...links])].join(', '),
  ]
}

/** The values of a `Link` header that credit the sources of a body, each once. */
export function listCreditLinks(credits: readonly Pick<Attribution, 'name' | 'url'>[]): string[] {
  return [...new Set(credits.map(({ name, url }) => `<${new URL(url).href}>; rel="author"; title="${asciiOf(name)}"`))]
}

/** Header values hold no other characters. */
function asciiOf(name: string): string {
  return name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\]/g, '')
}
