import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** What every key of this service begins with; another service's key, which a client may still send, does not. */
export const KEY_PREFIX = 'isobar_'

const PARAMETERS = new Set(['appid', 'apikey'])
const PARAMETER = /[?&](?:appid|apikey)(?:=([^&]*))?(?=&|$)/i
/** Tells most URLs without a key, at a third of the cost of the whole pattern. */
const FIRST_LETTERS = /[?&][aA][pP]/
/** A name that is percent-encoded may be a key's. */
const ENCODED_NAME = /[?&][^=&?%]*%/
const KEY = Symbol('client key')

type WithKey = IncomingMessage & { [KEY]?: string }

/**
 * Removes `appid` and `apikey` from a request's URL, whosever keys they are, before anything reads it: caches, logs, traces and counts then know no
 * keys. One of ours is remembered beside the request.
 */
export function takeClientKey(request: IncomingMessage): void {
  const { url = '' } = request
  if (!FIRST_LETTERS.test(url) && !(url.includes('%') && ENCODED_NAME.test(url))) return
  const { rest, key } = withoutKeys(url)
  request.url = rest
  if (key !== undefined) (request as WithKey)[KEY] = key
}

/** Whether `takeClientKey` found one of our keys in the request's URL. */
export function hasTakenKey(request: IncomingMessage): boolean {
  return (request as WithKey)[KEY] !== undefined
}

/** The key of this service that a request presents, as its sender wrote it; undefined: none. Keys of other services are ignored. */
export function findPresentedKey(request: IncomingMessage): string | undefined {
  const { headers } = request
  return [bearerOf(headers), headers['x-api-key'], (request as WithKey)[KEY]].find(isOurs)
}

function bearerOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1]
}

function isOurs(value: string | string[] | undefined): value is string {
  return typeof value === 'string' && value.startsWith(KEY_PREFIX)
}

interface Parted {
  /** The URL without its keys. */
  readonly rest: string
  /** The first of them that is ours. */
  readonly key: string | undefined
}

function withoutKeys(url: string): Parted {
  const start = url.indexOf('?')
  if (start === -1) return { rest: url, key: undefined }
  const path = url.slice(0, start)
  const query = url.slice(start)
  // One key that needs no decoding, as nearly all that have one.
  if (!query.includes('%') && !query.includes('?', 1)) {
    const found = PARAMETER.exec(query)
    if (found === null) return { rest: url, key: undefined }
    const end = found.index + found[0].length
    const before = query.slice(0, found.index)
    const rest = end === query.length ? before : `${before}${query[found.index]}${query.slice(end + 1)}`
    if (!PARAMETER.test(rest)) return { rest: path + rest, key: isOurs(found[1]) ? found[1] : undefined }
  }
  let key: string | undefined
  const others = query
    .slice(1)
    .split('&')
    .filter((parameter) => {
      const [name = '', ...values] = parameter.split('=')
      if (!PARAMETERS.has(decoded(name).toLowerCase())) return true
      const value = decoded(values.join('='))
      if (isOurs(value)) key ??= value
      return false
    })
  return { rest: others.length === 0 ? path : `${path}?${others.join('&')}`, key }
}

/** As it stands if it is not encoded as UTF-8: such a request is refused. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
