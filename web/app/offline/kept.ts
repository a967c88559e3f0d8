/** When the page's contents were loaded, and whether that was before they were requested: then they come from the offline cache. */
export interface Loaded {
  readonly at: number
  readonly isKept: boolean
}

/**
 * Reads the load time from the service worker's cache. Responses from the network are cached anew, so an entry is older than the request
 * only if the network did not answer. `askedAt`: epoch milliseconds; `isWalked`: data was loaded, not the document.
 */
export async function loadedOf(address: string, askedAt: number, isWalked: boolean): Promise<Loaded> {
  const url = new URL(address)
  url.searchParams.delete('from')
  if (isWalked) url.pathname = `${url.pathname === '/' ? '/_' : url.pathname}.data`
  const times = 'caches' in globalThis ? await keptAt(url.href, isWalked).catch(() => []) : []
  const at = Math.max(...times)
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
