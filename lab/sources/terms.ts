import { DAY_MS, MINUTE_MS } from '../../src/time.ts'

/** What a provider allows, in calls or in its own weights; the service is told the same. */
export interface Terms {
  readonly perMinute: number
  readonly perDay: number
}

/** Open-Meteo's own rule (pricing page): a tenth for each variable, at least 1; `days ÷ 14` of that is less for up to 14 days. */
function weightOf(product: string, url: string): number {
  if (product !== 'open-meteo/forecast') return 1
  const query = new URL(url, 'http://upstream.invalid').searchParams
  const variables = ['current', 'hourly', 'daily'].reduce((sum, name) => sum + (query.get(name)?.split(',').length ?? 0), 0)
  return Math.max(1, variables / 10)
}

/** No call weighs more. */
const heaviestOf = (product: string): number => (product === 'open-meteo/forecast' ? 6 : 1)

export interface Used {
  /** `openweather/onecall a minute`. */
  readonly window: string
  /** The most that was used in any minute or day (UTC). */
  readonly most: number
  readonly limit: number
}

/** Counts calls by product in each minute and day, as the providers would. */
export function createTermsWatch(terms: Readonly<Record<string, Terms>>) {
  const used = new Map<string, number>()
  const windowsOf = (product: string, atMs: number) => {
    const { perMinute, perDay } = terms[product] ?? { perMinute: Infinity, perDay: Infinity }
    return [
      { window: `${product} a minute`, key: `${product} ${Math.floor(atMs / MINUTE_MS)} m`, limit: perMinute },
      { window: `${product} a day`, key: `${product} ${Math.floor(atMs / DAY_MS)} d`, limit: perDay },
    ]
  }
  const most = new Map<string, Used>()
  return {
    note(product: string, url: string, atMs: number): void {
      for (const { window, key, limit } of windowsOf(product, atMs)) {
        const total = Number(((used.get(key) ?? 0) + weightOf(product, url)).toFixed(2))
        used.set(key, total)
        if (total > (most.get(window)?.most ?? 0)) most.set(window, { window, most: total, limit })
      }
    },
    /** Whether so much is left of both windows that another call is allowed for certain. */
    hasRoom: (product: string, atMs: number): boolean =>
      windowsOf(product, atMs).every(({ key, limit }) => (used.get(key) ?? 0) + heaviestOf(product) <= limit),
    /** The fullest windows of each product. */
    used: (): readonly Used[] => [...most.values()].sort((a, b) => (a.window < b.window ? -1 : 1)),
  }
}
