/** When the page's contents were loaded, and whether that was before they were requested: then they come from the offline cache. */
export interface Loaded {
  readonly at: number
  readonly isKept: boolean
}

/** A response from the network is shown while it is cached: for so long a page that is online looks for a newer entry. */
const LOOKS = 20
const LOOK_EVERY_MS = 100

/**
 * Reads the load time from the service worker's cache. Responses from the network are cached anew, so an entry stays older than the request
 * only if the network did not answer. `askedAt`: epoch milliseconds; `isWalked`: data was loaded, not the document.
 */
export async function loadedOf(address: string, askedAt: number, isWalked: boolean): Promise<Loaded> {
  const url = new URL(address)
  url.searchParams.delete('from')
  if (isWalked) url.pathname = `${url.pathname === '/' ? '/_' : url.pathname}.data`
  let at = -Infinity
  for (let look = 0; look < LOOKS; look++) {
    const times = 'caches' in globalThis ? await keptAt(url.href, isWalked).catch(() => []) : []
    at = Math.max(...times)
    if (!Number.isFinite(at) || at >= askedAt || !navigator.onLine) break
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return Number.isFinite(at) ? { at, isKept: at < askedAt } : { at: askedAt, isKept: false }
}

/** Navigation requests data whole or in parts, which are cached separately: the latest one counts. */
async function keptAt(address: string, isWalked: boolean): Promise<number[]> {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  const kept = await Promise.all(stores.map((store) => store.matchAll(address, { ignoreSearch: isWalked })))
  return kept
    .flat()
    .flatMap(({ headers }) => headers.get('x-kept-at') ?? [])
    .map(Number)
}
