import { residentMemory } from '../memory.ts'
import type { MeasuredRow, Pace, Round } from '../table/row.ts'
import { sampleOf } from '../table/side-by-side.ts'

const FULL = { requests: 100_000, places: 20_000 }
const QUICK = { requests: 20_000, places: 4_000 }

const REST_GOAL = { most: 200 }

/** Resident memory of one process, without the embedded PostgreSQL. */
export async function* memory({ rounds, isQuick }: Pace): AsyncGenerator<MeasuredRow> {
  const { requests, places } = isQuick ? QUICK : FULL
  const atRest: Round[] = []
  for (let round = 1; round < rounds; round++) atRest.push(sideOf((await residentMemory({ requests: 0, places: 1 })).atRest))
  const loaded = await residentMemory({ requests, places })
  atRest.push(sideOf(loaded.atRest))
  yield { name: 'at rest', unit: 'MB', yardstick: null, goal: REST_GOAL, rounds: atRest }
  const said = `${requests.toLocaleString('en')} requests over ${places.toLocaleString('en')} places`
  yield { name: `at most, ${said}`, unit: 'MB', yardstick: null, goal: null, rounds: [sideOf(loaded.most)] }
  yield { name: `at rest after ${said}`, unit: 'MB', yardstick: null, goal: null, rounds: [sideOf(loaded.atRestAgain)] }
}

const sideOf = (mb: number): Round => ({ isobar: sampleOf(mb), yardstick: null })
