import type { SimulatorOptions } from '../../tools/upstream-simulator/simulator.ts'

const PROVIDER = /^met-norway\/(?:locationforecast|nowcast)$/

/**
 * Sees the calls of MET Norway's forecasts from the other side of the wire, on all nodes together: none may come before what was last sent for its URL
 * expires, and none may ask again for what it could have had confirmed.
 */
export function watchExpiry() {
  const sent = new Map<string, { readonly expiresMs: number; readonly modified: string | undefined }>()
  const breaches: string[] = []
  const counts = { calls: 0, confirmed: 0 }
  const onCall: NonNullable<SimulatorOptions['onCall']> = ({ product, url, at, fault }, answer) => {
    if (!PROVIDER.test(product)) return
    const last = sent.get(url)
    if (answer === null) {
      counts.calls += 1
      if (last !== undefined && at < last.expiresMs)
        breaches.push(`${url} at ${new Date(at).toISOString()}, before ${new Date(last.expiresMs).toISOString()}`)
      return
    }
    // The caller may not have got it.
    if (fault !== null) return
    const modified = answer.headers['last-modified']
    if (answer.status === 304) counts.confirmed += 1
    else if (answer.status !== 200) return
    else if (modified !== undefined && modified === last?.modified)
      breaches.push(`${url} at ${new Date(at).toISOString()}, unconditionally`)
    sent.set(url, { expiresMs: Date.parse(String(answer.headers['expires'])), modified })
  }
  return { onCall, breaches, counts }
}
