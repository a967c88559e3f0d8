const KEY = /([?&])appid(?:=[^&]*)?(?=&|$)/gi
/** A name that is percent-encoded may be a key's. */
const ENCODED_NAME = /[?&][^=&?%]*%/

/** A URL without the client's key, as what a cache may remember of it; undefined if it may hide one. */
export function withoutKey(url: string): string | undefined {
  if (ENCODED_NAME.test(url)) return undefined
  return url.replace(KEY, '$1')
}
