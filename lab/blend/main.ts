import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { computeWilsonInterval } from '@isobar/weather'
import { countPlaceNumbers } from '@isobar/weather/blend'
import { hasSets, WITHOUT_SETS } from '../verification/sets.ts'
import { drawRanks, drawReliability } from './draw.ts'
import { type ChanceSet, type QuantitySet, replayChances, replayQuantities } from './replay.ts'
import { computeNormalShare, type Made, meanOf, toBandSigma } from './scores.ts'
import {
  readAirportRain,
  readAirports,
  readCities,
  readInnsbruckLate,
  readInnsbruckNights,
  readInnsbruckRain,
  readNiamey,
  readNorthwest,
  readNorthwestRain,
  readSeoul,
} from './sets.ts'
import { digits, type MadeChance, printChances, printQuantities, printStrata } from './tables.ts'

/**
 * `npm run blend`: the blend on the last third of each set, which nothing was chosen on; `--part second` on the second third, which the
 * constants were chosen on (the last is then not read); `--alone` without what neighbours say. Writes the pictures of docs/blend.md.
 */
const { values } = parseArgs({ options: { part: { type: 'string', default: 'last' }, alone: { type: 'boolean', default: false } } })

/** The occasions of a part: its first day, and all up to its end. */
function cutAt<Each extends { readonly valid: number }>(occasions: readonly Each[], part: string) {
  const days = [...new Set(occasions.map(({ valid }) => Math.floor(valid)))].toSorted((a, b) => a - b)
  const third = (share: number): number => days[Math.floor((days.length * share) / 3)] ?? Infinity
  const [from, to] = part === 'last' ? [third(2), Infinity] : [third(1), third(2)]
  return { from, used: occasions.filter(({ valid }) => valid < to) }
}

/** The first day of the part of each set, by its first source. */
const firstDays: string[] = []
const formatDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

function dotsOf(made: readonly MadeChance[]) {
  const bins = Map.groupBy(made, ({ blended }) => Math.min(9, Math.floor(blended.chance * 10)))
  return [...bins.values()]
    .filter((own) => own.length >= 20)
    .map((own) => {
      const happened = own.filter(({ occasion }) => occasion.happened).length
      return {
        n: own.length,
        forecast: meanOf(own.map(({ blended }) => blended.chance)),
        observed: happened / own.length,
        interval: computeWilsonInterval(happened, own.length),
      }
    })
}

function ranksOf(made: readonly Made[]): number[] {
  const counts = Array.from<number>({ length: 10 }).fill(0)
  let n = 0
  for (const { occasion, blended } of made) {
    const sigma = toBandSigma(blended)
    if (sigma === null) continue
    const rank = Math.min(9, Math.floor(10 * computeNormalShare((occasion.truth - blended.value) / sigma)))
    counts[rank] = (counts[rank] as number) + 1
    n += 1
  }
  return counts.map((each) => each / n)
}

function playQuantity(set: QuantitySet, options: Parameters<typeof replayQuantities>[1] & { readonly from?: number } = {}): Made[] {
  const { from, used } = cutAt(set.occasions, values.part)
  firstDays.push(`${set.sources[0]} ${formatDay(from)}`)
  const around = values.alone ? () => [] : set.around
  return replayQuantities({ ...set, around, occasions: used }, options).filter(({ occasion }) => occasion.valid >= (options.from ?? from))
}

function playChance(set: ChanceSet) {
  const { from, used } = cutAt(set.occasions, values.part)
  firstDays.push(`${set.sources[0]} ${formatDay(from)}`)
  const made = replayChances({ ...set, occasions: used }).filter(({ occasion }) => occasion.valid >= from)
  return { made, earlier: used.filter(({ valid }) => valid < from) }
}

async function main(): Promise<void> {
  console.log(`Part: ${values.part} third of the days of each set. Errors in K.`)
  const northwest = readNorthwest()
  const all = new Map<string, readonly [Made[], QuantitySet]>()
  const add = (name: string, set: QuantitySet, made = playQuantity(set)): void => void all.set(name, [made, set])
  add('Pacific Northwest', northwest)
  const pnw = (all.get('Pacific Northwest') as readonly [Made[], QuantitySet])[0]
  if (values.part === 'last')
    add(
      '– its last ten dates',
      northwest,
      pnw.filter(({ occasion }) => occasion.valid >= Date.UTC(2004, 0, 26) / 86_400_000),
    )
  const stations = [...new Set(northwest.occasions.map(({ place }) => place))].toSorted()
  const places = new Set(stations.filter((_, i) => i % 5 === 0))
  add(
    '– stations as if they were new',
    northwest,
    playQuantity(northwest, { isNew: (place) => places.has(place) }).filter(({ occasion }) => places.has(occasion.place)),
  )
  const flat: QuantitySet = { ...northwest, around: (place) => northwest.around(place).map((each) => ({ ...each, higherKm: 0 })) }
  add(
    '– the same, heights unknown',
    flat,
    playQuantity(flat, { isNew: (place) => places.has(place) }).filter(({ occasion }) => places.has(occasion.place)),
  )
  for (const which of ['max', 'min'] as const) {
    const seoul = readSeoul(which)
    const label = which === 'max' ? 'highs' : 'lows'
    add(`Seoul, ${label}`, seoul)
    if (values.part === 'last')
      add(`– ${label}, nothing learned of 2015`, seoul, playQuantity(seoul, { learnUntil: Date.UTC(2015, 0, 1) / 86_400_000 }))
  }
  const innsbruck = readInnsbruckNights()
  add('Innsbruck, night minimum', innsbruck)
  if (values.part === 'last') add('– 2008 to 2010', innsbruck, playQuantity(innsbruck, { from: Date.UTC(2008, 0, 1) / 86_400_000 }))
  for (const [name, read] of [
    ['Four cities', readCities],
    ['Airports, highs', readAirports],
  ] as const) {
    const set = read()
    const bands = [...Map.groupBy(playQuantity(set), ({ occasion }) => occasion.band)].toSorted(([a], [b]) => Number(a) - Number(b))
    for (const [band, own] of bands) if (own.length >= 100) add(`${name}, day ${band}`, set, own)
  }
  printQuantities([...all].map(([name, [made, { sources }]]) => [name, made, sources] as const))
  const judged = [
    'Pacific Northwest',
    'Seoul, highs',
    'Seoul, lows',
    'Innsbruck, night minimum',
    'Four cities, day 2',
    'Airports, highs, day 1',
  ]
  const shown = judged.flatMap((name) => {
    const found = all.get(name)
    return found === undefined ? [] : [[name, found[0]] as const]
  })
  printStrata(shown)
  const rains = (
    [
      ['Innsbruck, > 0.1 mm in 12 h', readInnsbruckRain(0.1)],
      ['Innsbruck, > 1 mm in 12 h', readInnsbruckRain(1)],
      ['Innsbruck, > 5 mm in 12 h', readInnsbruckRain(5)],
      ['Innsbruck, > 1 mm in 3 days, days 5–8', readInnsbruckLate()],
      ['Pacific Northwest, any in 24 h', readNorthwestRain()],
      ['Niamey, a day', readNiamey()],
      ['Airports, a day, day 1', readAirportRain(1)],
      ['Airports, a day, day 3', readAirportRain(3)],
    ] as const
  ).map(([name, set]) => ({ name, set, ...playChance(set) }))
  printChances(rains.map(({ name, set, made, earlier }) => [name, made, set, earlier] as const))
  if (values.part === 'last' && !values.alone) {
    const whole = replayChances(readNiamey())
    const score = meanOf(whole.map(({ occasion, blended }) => (blended.chance - Number(occasion.happened)) ** 2))
    console.log(`\nNiamey, all 62 days from the first on, nothing known before: Brier ${digits(score, 3)}`)
    const late = rains.filter(({ name }) => name.startsWith('Innsbruck, > 1 mm in 12')).flatMap(({ made }) => made)
    const graded = late.filter(({ occasion }) => occasion.valid >= Date.UTC(2008, 0, 1) / 86_400_000)
    console.log(
      `Innsbruck, > 1 mm in 12 h, 2008 to 2010: Brier ${digits(meanOf(graded.map(({ occasion, blended }) => (blended.chance - Number(occasion.happened)) ** 2)), 3)} (n ${graded.length})`,
    )
    const folder = new URL('../../docs/blend/', import.meta.url)
    await mkdir(folder, { recursive: true })
    const pictured = new Set(['Innsbruck, > 1 mm in 12 h', 'Pacific Northwest, any in 24 h', 'Airports, a day, day 1'])
    await writeFile(
      new URL('reliability.svg', folder),
      drawReliability(rains.filter(({ name }) => pictured.has(name)).map(({ name, made }) => ({ title: name, dots: dotsOf(made) }))),
    )
    await writeFile(new URL('ranks.svg', folder), drawRanks(shown.slice(0, 4).map(([title, made]) => ({ title, shares: ranksOf(made) }))))
  }
  const four = Array.from({ length: 4 }, (_, i) => ({ id: String(i), family: String(i), rain: 'amount' as const }))
  console.log(`\nFirst days: ${[...new Set(firstDays)].join(', ')}`)
  console.log(`A place of four sources takes at most ${countPlaceNumbers(four).toLocaleString('en')} numbers.`)
}

if (hasSets) await main()
else {
  console.error(WITHOUT_SETS)
  process.exitCode = 1
}
