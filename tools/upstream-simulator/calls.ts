/** One call as it came in, with keys masked. */
export interface CallRecord {
  readonly number: number
  readonly at: number
  readonly product: string
  readonly method: string
  readonly url: string
  /** Null until answered; stays null if the fault was not to answer. */
  status: number | null
  fault: string | null
  mode: 'demo' | 'replay' | null
}

export interface CallCounts {
  readonly total: number
  readonly byProvider: Readonly<Record<string, number>>
  readonly byProduct: Readonly<Record<string, number>>
  readonly byPath: Readonly<Record<string, number>>
  /** The latest calls, oldest first, at most 1,000. */
  readonly recent: readonly CallRecord[]
}

const MAX_RECENT = 1_000
const URL_LENGTH = 2_000

/** Counts calls exactly: each once, when its request has come in, whatever becomes of it. */
export interface CallLedger {
  add(call: { at: number; product: string; template: string; method: string; url: string }): CallRecord
  counts(): CallCounts
  clear(): void
}

/** The URL without its keys. */
export function masked(url: string): string {
  return url
    .replace(/([?&](?:appid|apikey|key)=)[^&#]*/gi, '$1***')
    .replace(/^(\/forecast\/)[^/]+/, '$1***')
    .slice(0, URL_LENGTH)
}

const bump = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)

export function createCallLedger(): CallLedger {
  let total = 0
  let recent: CallRecord[] = []
  const byProvider = new Map<string, number>()
  const byProduct = new Map<string, number>()
  const byPath = new Map<string, number>()
  return {
    add({ at, product, template, method, url }) {
      total += 1
      bump(byProvider, product.split('/')[0] ?? product)
      bump(byProduct, product)
      bump(byPath, template)
      const record: CallRecord = { number: total, at, product, method, url: masked(url), status: null, fault: null, mode: null }
      recent.push(record)
      if (recent.length > 2 * MAX_RECENT) recent = recent.slice(-MAX_RECENT)
      return record
    },
    counts: () => ({
      total,
      byProvider: Object.fromEntries(byProvider),
      byProduct: Object.fromEntries(byProduct),
      byPath: Object.fromEntries(byPath),
      recent: structuredClone(recent.slice(-MAX_RECENT)),
    }),
    clear() {
      total = 0
      recent = []
      byProvider.clear()
      byProduct.clear()
      byPath.clear()
    },
  }
}
