import { type FaultSpec } from '../../../tools/upstream-simulator/faults/faults.ts'
import { type Simulator, startSimulator } from '../../../tools/upstream-simulator/simulator.ts'
import type { SteppedClock } from './clock.ts'

/** A call as it arrived over the wire. */
export interface SeenCall {
  readonly product: string
  /** Coordinates as asked, in hundredths of a degree; null where there are none. */
  readonly cell: string | null
  /** Epoch milliseconds by the campaign's clock, and the number of steps that the clock had made. */
  readonly at: number
  readonly steps: number
}

/** The current conditions that a provider sent for a cell. */
export interface SentValues {
  readonly at: number
  readonly provider: string
  readonly temperature: number | null
}

export interface Upstream {
  readonly url: string
  readonly calls: readonly SeenCall[]
  /** What was sent for a cell, oldest first, as far as it is remembered. */
  sentFor(cell: string): readonly SentValues[]
  /** Fails until the returned function is called. */
  fail(specs: readonly FaultSpec[], seed: number): () => void
  close(): Promise<void>
}

/** The ledger's names for products that the stand-in calls differently. */
const LEDGER_NAMES: Readonly<Record<string, string>> = { 'openweather/geo': 'openweather/geocoding' }
const REMEMBERED_FOR_A_CELL = 50

/** The providers' stand-in, with its own log of everything that went over the wire. */
export async function startUpstream(clock: SteppedClock): Promise<Upstream> {
  const calls: SeenCall[] = []
  const sent = new Map<string, SentValues[]>()
  const armed = new Map<symbol, readonly FaultSpec[]>()

  const simulator: Simulator = await startSimulator({
    port: 0,
    now: clock.now,
    onCall({ product: simulated, url }, answer) {
      const cell = cellOfUrl(url)
      const product = LEDGER_NAMES[simulated] ?? simulated
      if (answer === null) return void calls.push({ product, cell, at: clock.now(), steps: clock.steps() })
      if (cell === null || answer.status !== 200) return
      const temperature = temperatureOf(product, answer.body)
      if (temperature === undefined) return
      const list = sent.get(cell) ?? []
      sent.set(cell, list)
      list.push({ at: clock.now(), provider: product.split('/')[0] ?? product, temperature })
      if (list.length > REMEMBERED_FOR_A_CELL) list.shift()
    },
  })

  return {
    url: simulator.url,
    calls,
    sentFor: (cell) => sent.get(cell) ?? [],
    fail(specs, seed) {
      const key = Symbol('fault')
      armed.set(key, specs)
      simulator.setFaults([...armed.values()].flat(), seed)
      return () => {
        armed.delete(key)
        simulator.setFaults([...armed.values()].flat(), seed)
      }
    },
    close: () => simulator.close(),
  }
}

/** `5252,1341` for 52.52, 13.41, rounded as the service does. */
export function cellOf(lat: number, lon: number): string {
  return `${hundredths(lat)},${hundredths(lon)}`
}

const hundredths = (degrees: number): number => Math.round(degrees * 100 + (degrees < 0 ? -1e-9 : 1e-9)) + 0

function cellOfUrl(url: string): string | null {
  const query = new URL(url, 'http://upstream.invalid').searchParams
  const lat = query.get('lat') ?? query.get('latitude')
  const lon = query.get('lon') ?? query.get('longitude')
  if (lat === null || lon === null || lat.includes(',')) return null
  return cellOf(Number(lat), Number(lon))
}

/** °C; undefined if the answer has no current conditions. Both are requested in metric units. */
function temperatureOf(product: string, body: string | Buffer): number | null | undefined {
  if (product !== 'openweather/onecall' && product !== 'open-meteo/forecast') return undefined
  const answer = JSON.parse(body.toString()) as { current?: Record<string, unknown> }
  const value = answer.current?.[product === 'openweather/onecall' ? 'temp' : 'temperature_2m']
  return typeof value === 'number' ? value : null
}
