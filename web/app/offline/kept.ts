/**
 * When the contents shown were cached, in epoch milliseconds, if the service worker has answered from its cache since `askedAt`;
 * undefined if they come from the network. The worker writes a note before it answers from the cache, since a page cannot read the headers
 * of its own document. `isWalked`: the page was reached by in-browser navigation, which loads its data and not the document.
 */
export async function keptAt(address: string, askedAt: number, isWalked: boolean): Promise<number | undefined> {
  const url = new URL(address)
  url.searchParams.delete('from')
  if (isWalked) url.pathname = `${url.pathname === '/' ? '/_' : url.pathname}.data`
  const notes = await notesOf(url.href, isWalked).catch(() => [])
  const times = notes
    .filter(({ headers }) => Number(headers.get('x-shown-at')) >= askedAt)
    .map(({ headers }) => Number(headers.get('x-kept-at')))
  return times.length === 0 ? undefined : Math.max(...times)
}

/** @throws ReferenceError if the browser has no `caches`, for example on an insecure origin */
async function notesOf(address: string, ignoreSearch: boolean): Promise<readonly Response[]> {
  return (await caches.open('shown-1')).matchAll(address, { ignoreSearch })
}
