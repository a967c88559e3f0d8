import { WEATHER_SCOPES, type WeatherScope, formatInstant } from '@isobar/weather'
import { HOUR_MS, MINUTE_MS } from '../../src/time.ts'
import { createTestApp, createTestWorld, type TestApp } from '../../test/helpers/app.ts'
import { watchExpiry } from '../../test/helpers/expiry-watch.ts'
import { createRandom } from '../../tools/random.ts'
import { createPeople, type View } from '../load/people.ts'
import { type Town, townsBySize } from '../load/towns.ts'
import { createAnswerCheck } from './answers.ts'
import { cellKey, cellOfUrl, createDelivered } from './delivered.ts'
import { createOutages, type ProviderId } from './outages.ts'
import { createTermsWatch, type Terms, type Used } from './terms.ts'

const START_MS = Date.parse('2026-06-10T00:00:00Z')
const STEP_MINUTES = 10
/** Views at the same time. */
const CONCURRENT = 4

/** Each provider's forecasts are wrong in their own way, so that a value under another's name is noticed. */
const SKILL = [
  { provider: 'bright-sky', bias: 0.31, spread: 0.4, seed: 1 },
  { provider: 'met-norway', bias: -0.42, spread: 0.6, seed: 2 },
  { provider: 'openweather', bias: 1.13, spread: 1.5, correlation: 0.4, seed: 3 },
  { provider: 'open-meteo', bias: -1.57, spread: 2.5, seed: 4 },
]

/** For this many views a day; so tight that some are reached. */
const TERMS_FOR_VIEWS = 300
const TERMS: Readonly<Record<string, Terms>> = {
  'bright-sky/weather': { perMinute: 4, perDay: 110 },
  'met-norway/locationforecast': { perMinute: 12, perDay: 1_000 },
  'met-norway/nowcast': { perMinute: 12, perDay: 1_000 },
  'openweather/onecall': { perMinute: 6, perDay: 250 },
  'open-meteo/forecast': { perMinute: 40, perDay: 1_000 },
}
/** The product that answers for the weather of each provider. */
const PRODUCTS: Readonly<Record<ProviderId, string>> = {
  'bright-sky': 'bright-sky/weather',
  'met-norway': 'met-norway/locationforecast',
  openweather: 'openweather/onecall',
  'open-meteo': 'open-meteo/forecast',
}

/** Those that have weather everywhere, and minutes, or at least know that there are none. */
const WORLDWIDE: readonly ProviderId[] = ['met-norway', 'openweather', 'open-meteo']
const WITH_MINUTES: readonly ProviderId[] = ['met-norway', 'openweather']

/** What the providers allow for so many views, and the variables that tell the service. */
function termsFor(viewsPerDay: number) {
  const scaled = (limit: number): number => Math.ceil((limit * viewsPerDay) / TERMS_FOR_VIEWS)
  const terms = Object.fromEntries(
    Object.entries(TERMS).map(([product, { perMinute, perDay }]) => [product, { perMinute: scaled(perMinute), perDay: scaled(perDay) }]),
  )
  const limits = Object.values(PRODUCTS).flatMap((product) => {
    const name = product.split('/')[0]?.toUpperCase().replaceAll('-', '_')
    return [
      [`${name}_MINUTE_LIMIT`, String(terms[product]?.perMinute)],
      [`${name}_DAILY_LIMIT`, String(terms[product]?.perDay)],
    ]
  })
  return { terms, limits: Object.fromEntries(limits) as Record<string, string> }
}

const ENV: Readonly<Record<string, string>> = {
  WEATHER_PROVIDERS: 'bright-sky@DE,met-norway,openweather,open-meteo',
  UPSTREAM_CONTACT: 'ops@weather.example',
  WARNING_FEEDS: '',
}

export interface DayOptions {
  readonly hours: number
  /** Views of places by people in 24 hours; each asks for current weather and one other scope. */
  readonly viewsPerDay: number
  readonly nodes: number
  readonly seed: number
  readonly onHour?: (hour: number) => void
}

export interface DayResult {
  readonly findings: readonly string[]
  readonly statuses: Readonly<Record<string, number>>
  /** Answers by the source that they name, values compared, and how many of those were another source's. */
  readonly bySource: Readonly<Record<string, number>>
  readonly values: number
  readonly supplied: number
  /** Calls as the simulator saw them, ledger rows, and the part of both that people waited for. */
  readonly calls: number
  readonly rows: number
  readonly tokensUsed: number
  readonly used: readonly Used[]
  readonly expiry: { readonly calls: number; readonly confirmed: number }
}

/**
 * Plays hours of people's questions, on a clock of its own, at nodes whose four sources fail one after another, and judges answers, calls and ledger
 * from outside: nobody is left without an answer that could be had, every value is one that the named source sent, calls are rows, and no terms are
 * broken.
 */
export async function playSourcesDay({ hours, viewsPerDay, nodes: count, seed, onHour }: DayOptions): Promise<DayResult> {
  const findings: string[] = []
  const delivered = createDelivered()
  const allowed = termsFor(viewsPerDay)
  const terms = createTermsWatch(allowed.terms)
  const expiry = watchExpiry()
  const answers = createAnswerCheck(delivered)
  const world = await createTestWorld(formatInstant(START_MS), {
    onCall(call, answer) {
      expiry.onCall(call, answer)
      if (answer === null) terms.note(call.product, call.url, call.at)
      else if (answer.status === 200) delivered.note(call.product, call.url, answer.body.toString())
    },
  })
  world.simulator.setErrors(SKILL)
  const outages = createOutages(START_MS)
  const nodes = await Promise.all(
    Array.from({ length: count }, () => createTestApp({ sharing: world, env: { ...ENV, ...allowed.limits } })),
  )
  const people = createPeople({ towns: townsOfTheDay(), viewsPerDay, seed, isEveryday: true })
  const random = createRandom(seed)
  const statuses: Record<string, number> = {}
  const tokens = new Map<string, number | null>()

  /** Nobody is left without an answer while a source is well and has room, or something known can still be shown. */
  function judgeDark(status: number, { lat, lon }: View, scope: WeatherScope): void {
    const now = world.clock.now()
    const able = (scope === 'minutely' ? WITH_MINUTES : WORLDWIDE).filter(
      (id) => outages.isWell(id, now) && terms.hasRoom(PRODUCTS[id], now),
    )
    const made = world.simulator.calls().recent.filter(({ url, at }) => at === now && cellOfUrl(url) === cellKey(lat, lon))
    const calls = made.map((call) => `${call.product} ${call.status ?? call.fault}`).join(', ')
    const where = `${scope} at ${lat},${lon}, ${formatInstant(now)} (calls: ${calls})`
    if (able.length > 0) findings.push(`dark: ${status} for ${where}, while ${able.join(' and ')} could answer`)
    if (answers.couldShow(lat, lon, scope, now)) findings.push(`dark: ${status} for ${where}, though older data was known`)
  }

  async function ask(node: TestApp, view: View, scope: WeatherScope): Promise<void> {
    const { status, body, headers } = await node.get(`/api/weather?lat=${view.lat}&lon=${view.lon}&scope=${scope}&units=si`)
    statuses[status] = (statuses[status] ?? 0) + 1
    tokens.set(headers.get('x-request-id') ?? '', status === 200 ? body.tokensUsed : null)
    if (status !== 200) return judgeDark(status, view, scope)
    const problem = answers.check(body)
    if (problem !== null) findings.push(`value: ${problem}`)
  }

  async function look(view: View): Promise<void> {
    const node = random.pick(nodes)
    const other = random.pick(WEATHER_SCOPES.filter((scope) => scope !== 'current'))
    await Promise.all([ask(node, view, 'current'), ask(node, view, other)])
  }

  try {
    for (let minute = 0; minute < hours * 60; minute += STEP_MINUTES) {
      const now = START_MS + minute * MINUTE_MS
      world.clock.set(formatInstant(now))
      // Set again only when they change: a fault of the next call strikes once.
      const faults = outages.at(now)
      if (JSON.stringify(faults) !== JSON.stringify(minute === 0 ? [] : outages.at(now - STEP_MINUTES * MINUTE_MS)))
        world.simulator.setFaults(faults, seed + minute)
      const views = people.step(now, STEP_MINUTES * 60)
      for (let i = 0; i < views.length; i += CONCURRENT) {
        await Promise.all(views.slice(i, i + CONCURRENT).map(look))
        await Promise.all(nodes.map((node) => node.services.gateway.drain()))
      }
      if ((now + STEP_MINUTES * MINUTE_MS) % HOUR_MS === 0) onHour?.(Math.floor(minute / 60) + 1)
    }
    findings.push(...expiry.breaches.map((breach) => `met-norway: ${breach}`))
    for (const { window, most, limit } of terms.used()) if (most > limit) findings.push(`terms: ${most} of ${limit} for ${window}`)
    const ledger = await judgeLedger(world, tokens, findings)
    return {
      findings,
      statuses,
      ...answers.counts,
      ...ledger,
      used: terms.used().filter(({ limit }) => limit < Infinity),
      expiry: expiry.counts,
    }
  } finally {
    for (const node of nodes) await node.close()
    await world.close()
  }
}

/** Each call has its row, and each answer as many rows of people's calls as it says. */
async function judgeLedger(
  { database, simulator }: Pick<TestApp, 'database' | 'simulator'>,
  tokens: ReadonlyMap<string, number | null>,
  findings: string[],
): Promise<Pick<DayResult, 'calls' | 'rows' | 'tokensUsed'>> {
  const { rows } = await database.pool.query<{ product: string; cause: string; request_id: string | null }>(
    'select product, cause, request_id from upstream_call',
  )
  const seen = simulator.calls().byProduct
  const written = Object.groupBy(rows, ({ product }) => product)
  for (const product of new Set([...Object.keys(seen), ...Object.keys(written)]))
    if (seen[product] !== written[product]?.length)
      findings.push(`ledger: ${seen[product] ?? 0} calls of ${product}, ${written[product]?.length ?? 0} rows`)
  const ofRequests = Map.groupBy(
    rows.filter(({ cause }) => cause === 'request'),
    ({ request_id }) => request_id ?? '',
  )
  for (const [id, used] of tokens)
    if (used !== null && used !== (ofRequests.get(id)?.length ?? 0))
      findings.push(`tokensUsed: ${used}, but ${ofRequests.get(id)?.length ?? 0} rows`)
  for (const id of ofRequests.keys()) if (!tokens.has(id)) findings.push(`ledger: rows of request ${id}, which nobody made`)
  return {
    calls: simulator.calls().total,
    rows: rows.length,
    tokensUsed: [...tokens.values()].reduce<number>((sum, used) => sum + (used ?? 0), 0),
  }
}

/** Towns where each of the sources is first or alone, and others all over the world. */
function townsOfTheDay(): readonly Town[] {
  const towns = townsBySize(3_000)
  const within = (south: number, west: number, north: number, east: number, most: number): Town[] =>
    towns.filter(({ lat, lon }) => lat > south && lat < north && lon > west && lon < east).slice(0, most)
  const regions = [within(48, 7, 53.5, 13.5, 12), within(55.5, 5, 66, 25, 8), within(30, -120, 45, -75, 8), towns.slice(0, 12)]
  // By turns, so that no region has all of the most popular.
  return Array.from({ length: 12 }, (_, index) => regions.flatMap((region) => region[index] ?? [])).flat()
}
