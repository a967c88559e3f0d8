import { startService } from '../processes.ts'
import { type MeasuredRow, type Pace, plainRow } from '../row.ts'

/** What people type, a list for each round: nothing is asked for twice, since answers are cached. */
const TYPED = [
  ['Berlin', 'Sna Francisco', 'São Paulo', 'Springfield IL', 'Wien', '東京都'],
  ['Reykjavík', 'new yrok', 'Zürich', 'Rio de Janeiro', 'Москва', 'Ulm'],
  ['Saint-Étienne', 'Buenos Aires', 'Kraków', 'Llanfairpwll', 'Porto', 'القاهرة'],
  ['Nizhny Novgorod', 'Sankt Gallen', 'Göteborg', 'Lyno', 'Aarhus', '52.52, 13.41'],
  ['Kuala Lumpur', 'Marseile', 'Timișoara', 'Den Haag', 'Ōsaka', 'Αθήνα'],
]
const WARM_UP = ['Paris', 'Hambrug', 'Lisboa', 'Chicago', 'Nairobi', 'Tel Aviv', 'Valparaíso', 'Dnipro']

/** The search of the site, asked after each letter from the second on, one request after the other: the p99 of a round. */
export async function* search(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const service = closing.use(await startService({ RATE_LIMITS: 'geocode=1000000,upstream-geocode=1000000' }))
  const p99Of = async (names: readonly string[]): Promise<number> => {
    const times: number[] = []
    for (const text of names.flatMap(prefixesOf)) {
      const startedAt = performance.now()
      const answer = await fetch(`${service.url}/api/geocode?q=${encodeURIComponent(text)}&lang=en`)
      await answer.arrayBuffer()
      times.push(performance.now() - startedAt)
      if (answer.status !== 200) throw new Error(`the search for ${text} was answered with ${answer.status}`)
    }
    times.sort((a, b) => a - b)
    return times[Math.ceil(times.length * 0.99) - 1] ?? NaN
  }
  await p99Of(WARM_UP)
  const p99s: number[] = []
  for (const names of TYPED.slice(0, pace.rounds)) p99s.push(await p99Of(names))
  yield plainRow('a letter more, p99', 'ms', p99s, { most: 20 })
}

function prefixesOf(name: string): string[] {
  const letters = [...name]
  return letters.slice(1).map((_, index) => letters.slice(0, index + 2).join(''))
}
