import { readFields } from '@isobar/providers/port'
import type { Foundation } from '../../../foundation.ts'
import { UpstreamFailure, type UpstreamGet } from '../../../platform/upstream/client.ts'
import type { RawAnswer } from '../../../platform/upstream/exchange.ts'
import { joinUrl } from '../../../platform/upstream/url-under.ts'
import {
  CheckFailed,
  type Connections,
  judgeProviderCall,
  type OutsideSystem,
  buildSecretForm,
  formatShownUrl,
} from '../../operations/connections/index.ts'
import { createPhotoAllowance } from './photo-allowance.ts'

/** A photograph with the credit that its service requires. */
export interface Photo {
  readonly imageUrl: string
  readonly width: number
  readonly height: number
  readonly attribution: { readonly text: string; readonly url: string; readonly license: string }
}

const PHOTO_SERVICE = 'photo-service'
/** As long as a page waits for a picture. */
const TIMEOUT_MS = 2_500
const REFERRAL = 'utm_source=isobar&utm_medium=referral'
const MAX_BYTES = 256 * 1024
const RESPONDING = 'Responding normally'
/** The search, and reporting the chosen photo. */
const CALLS_OF_A_SEARCH = 2

interface Found {
  readonly width: number
  readonly height: number
  readonly urls: { readonly regular: string }
  readonly links: { readonly html: string; readonly download_location?: string }
  readonly user: { readonly name: string }
}

export type PhotoService = ReturnType<typeof createUnsplash>

/**
 * Unsplash as a photo service, within its quota. Its guidelines require hotlinked pictures, a credit whose links carry the application's name, and
 * a call to the photo's `download_location` when one is chosen. An application without approval has 50 calls an hour.
 */
export function createUnsplash(
  { config, client, clock, useReports, onError }: Pick<Foundation, 'config' | 'client' | 'clock' | 'useReports' | 'onError'>,
  connections: Pick<Connections, 'key'>,
) {
  const baseUrl = config.PHOTO_PROVIDER_BASE_URL
  const key = (): string | null => connections.key(PHOTO_SERVICE, config.PHOTO_PROVIDER_API_KEY)
  const allowance = createPhotoAllowance(clock)

  function ask(url: URL, options: UpstreamGet): Promise<RawAnswer> {
    return client.get(url, { headers: { authorization: `Client-ID ${key() ?? ''}`, 'accept-version': 'v1' }, ...options })
  }

  async function get(url: URL): Promise<RawAnswer> {
    allowance.spend()
    const answer = await ask(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    allowance.learn(answer.headers)
    return answer
  }

  const system: OutsideSystem = {
    id: PHOTO_SERVICE,
    name: 'Photo service',
    kind: 'photo_service',
    configured: () => key() !== null,
    settings: () => ({ baseUrl: formatShownUrl(baseUrl) }),
    form: buildSecretForm('apiKey'),
    // Lists one photograph, which costs one call of the hourly quota.
    async check({ signal }) {
      const { status } = await ask(joinUrl(baseUrl, '/photos?per_page=1'), { signal }).catch((cause: unknown) => {
        throw new CheckFailed(failureText(cause), { cause })
      })
      if (status !== 200) throw new CheckFailed(statusText(status))
      return RESPONDING
    },
  }

  async function find(query: string): Promise<Photo | undefined> {
    const url = joinUrl(baseUrl, '/search/photos')
    url.search = new URLSearchParams({ query, orientation: 'landscape', content_filter: 'high', per_page: '1' }).toString()
    const answer = await get(url)
    if (answer.status !== 200) throw new CheckFailed(statusText(answer.status))
    const found = decode(answer.body)
    if (found === undefined) return undefined
    const chosen = found.links.download_location
    // The photo is shown with its credit whether or not this call succeeds.
    if (chosen !== undefined && sameHost(chosen, baseUrl))
      get(new URL(chosen)).catch((error: unknown) => onError(error, 'reporting the chosen photo to the photo service'))
    return photoOf(found)
  }

  return {
    id: 'unsplash',
    system,
    configured: (): boolean => key() !== null,
    /** Whether its own quota leaves room for another search. */
    mayAsk: (): boolean => allowance.has(CALLS_OF_A_SEARCH),
    /** Undefined if no photo fits; throws on failure. */
    find: (query: string): Promise<Photo | undefined> =>
      useReports.run(
        { id: PHOTO_SERVICE },
        () => find(query),
        RESPONDING,
        (error) => (error instanceof UpstreamFailure && error.kind === 'aborted' ? null : { ok: false, message: failureText(error) }),
      ),
  }
}

/** What a status says. Unsplash answers 403 once the hourly quota is used up, but not only then. */
function statusText(status: number): string {
  if (status === 401) return 'The key was rejected'
  if (status === 429) return 'Hourly rate limit reached'
  return status === 403
    ? 'Refused (403): the hourly rate limit is reached, or the key may not be used for this'
    : `Responded with status ${status}`
}

/** A failure in words for people. */
function failureText(error: unknown): string {
  if (error instanceof CheckFailed) return error.message
  return judgeProviderCall(error)?.message ?? 'The response was not usable'
}

/** A photograph that was stored; undefined for what this program cannot have stored: only https links go into a page. */
export function parsePhoto(value: unknown): Photo | undefined {
  const { imageUrl, width, height, attribution } = readFields(value)
  const { text, url, license } = readFields(attribution)
  if (typeof imageUrl !== 'string' || typeof text !== 'string' || typeof url !== 'string' || typeof license !== 'string') return undefined
  if (typeof width !== 'number' || typeof height !== 'number' || ![imageUrl, url, license].every(isHttps)) return undefined
  return { imageUrl, width, height, attribution: { text, url, license } }
}

function photoOf({ width, height, urls, links, user }: Found): Photo {
  return {
    imageUrl: urls.regular,
    width,
    height,
    attribution: {
      text: `Photo by ${user.name} on Unsplash`,
      url: `${links.html}${links.html.includes('?') ? '&' : '?'}${REFERRAL}`,
      license: 'https://unsplash.com/license',
    },
  }
}

/** The first photo of the response, if it has everything needed to show it; only https links go into a page. */
function decode(body: Buffer): Found | undefined {
  const { results } = JSON.parse(body.toString()) as { results?: Found[] }
  const found = results?.[0]
  if (found === undefined) return undefined
  const whole =
    isHttps(found.urls?.regular) &&
    isHttps(found.links?.html) &&
    typeof found.user?.name === 'string' &&
    found.width > 0 &&
    found.height > 0
  if (!whole) throw new Error('the photo service sent an incomplete photo')
  return found
}

function isHttps(text: unknown): boolean {
  return typeof text === 'string' && URL.parse(text)?.protocol === 'https:'
}

/** The key goes to the service only, never to another host that its response names. */
function sameHost(link: string, baseUrl: URL): boolean {
  return URL.parse(link)?.origin === baseUrl.origin
}
