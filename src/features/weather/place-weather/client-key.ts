/** A name that is percent-encoded may be a key's. */
const ENCODED_NAME = /[?&][^=&?%]*%/

/**
 * What takes the client's key, the parameter `name` (letters only), out of a URL, as what a cache may remember of it. Undefined for a URL that may
 * hide one.
 */
export function withoutKey(name: string): (url: string) => string | undefined {
  const key = new RegExp(`([?&])${name}(?:=[^&]*)?(?=&|$)`, 'gi')
  return (url) => (ENCODED_NAME.test(url) ? undefined : url.replace(key, '$1'))
}
