/** When what the page shows was loaded, and whether that was before it was asked for: then it is what was kept. */
export interface Loaded {
  readonly at: number
  readonly isKept: boolean
}

/**
 * What the service worker has kept says when it came: what comes from the network is kept anew, so it is older than the asking only where
 * the network did not answer. `askedAt`: epoch milliseconds; `isWalked`: data was loaded, not the document.
 */
export async function loadedOf(address: string, askedAt: number, isWalked: boolean): Promise<Loaded> {
  const url = new URL(address)
  url.searchParams.delete('from')
  if (isWalked) url.pathname = `${url.pathname === '/' ? '/_' : url.pathname}.data`
  const times = 'caches' in globalThis ? await keptAt(url.href, isWalked).catch(() => []) : []
  const at = Math.max(...times)
  return Number.isFinite(at) ? { at, isKept: at < askedAt } : { at: askedAt, isKept: false }
}

/** What is walked to is asked for whole or in parts, which are kept apart: the last of them counts. */
async function keptAt(address: string, isWalked: boolean): Promise<number[]> {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  const kept = await Promise.all(stores.map((store) => store.matchAll(address, { ignoreSearch: isWalked })))
  return kept
    .flat()
    .flatMap(({ headers }) => headers.get('x-kept-at') ?? [])
    .map(Number)
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `3 hours ago`, of a time in milliseconds. */
export function ago(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, length] = STEPS.find(([, each]) => ms >= each) ?? ['minute' as const, 60_000]
  return format.format(-Math.floor(Math.max(0, ms) / length), unit)
}
