import { parseArgs } from 'node:util'
import { buildFreshnessWindows } from '@isobar/weather'
import { playDay, viewsOf } from './cells.ts'
import { cellsSeen, refreshLaw } from './law.ts'
import { ASSUMED } from './people.ts'
import { townsBySize } from './towns.ts'

/**
 * `npm run load`: a day of many people at the gateway, on a simulated clock, in several sizes, and by the refresh law what follows for ten million.
 * `docs/scaling.md` has figures and explains them.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1250,2500,5000,10000,100000' },
    target: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    /** This many of the world's largest towns; a service of one region has few. */
    towns: { type: 'string', default: 'Infinity' },
  },
})

const towns = townsBySize(Number(values.towns))
const freshSeconds = Math.min(...Object.values(buildFreshnessWindows()).map((window) => window.freshSeconds))
const byLaw = (people: number): number => refreshLaw(towns, viewsOf(people), freshSeconds)
const whole = (value: number): string => Math.round(value).toLocaleString('en')
const part = (value: number): string => `${(value * 100).toFixed(1)} %`

console.log('| people | views | calls | calls/view | from memory | refresh law |\n|--:|--:|--:|--:|--:|--:|')
for (const people of values.sizes.split(',').map(Number)) {
  const { views, calls, answers, memory } = await playDay({ towns, viewsPerDay: viewsOf(people), seed: Number(values.seed) })
  const perView = (calls / (views - ASSUMED.crawledPerDay)).toFixed(3)
  const law = `${whole(byLaw(people))} (${part(byLaw(people) / calls - 1)})`
  console.log(`| ${[whole(people), whole(views), whole(calls), perView, part(memory / answers), law].join(' | ')} |`)
}
const target = Number(values.target)
console.log(`| ${whole(target)} | | extrapolated | | | ${whole(byLaw(target))} |`)
console.log(`${whole(target)} people look at ${whole(cellsSeen(towns, viewsOf(target)))} cells a day (extrapolated)`)
process.exit(0)
