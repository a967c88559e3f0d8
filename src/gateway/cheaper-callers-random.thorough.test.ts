import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Cell, type CellScope, buildFreshnessWindows, isRunningOrComing, toCell } from '@isobar/weather'
import fc from 'fast-check'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { readTestSource, type SourceRole } from '../features/subscribers/alerting/testing/read-source.ts'
import { listRecordAlerts } from './record.ts'
import { type Answer, askGateway, CHEAP, ENV, FOR_EVER, PERSON, READING } from './testing/requesters.ts'

const isWarned = (app: TestServices, { alerts }: Answer) =>
  alerts.flatMap(listRecordAlerts).some((alert) => alert.event === FOR_EVER.alert.event && isRunningOrComing(alert, app.clock.now()))

/** One event at a place: time passes, providers fail or not, then somebody makes a request on one of two nodes. */
interface Step {
  readonly minutes: number
  readonly failing: readonly string[]
  readonly node: number
  readonly who: Actor
  readonly scope: CellScope
  readonly maxAgeMs: number | undefined
}
type Actor = 'person' | keyof typeof CHEAP | `read ${SourceRole}`

const CHEAPER: readonly Actor[] = [...Object.keys(CHEAP), 'read primary', 'read second', 'read national']
/** Longer than any backoff after failures. */
const REST_MINUTES = 16

const step: fc.Arbitrary<Step> = fc.record({
  minutes: fc.oneof(fc.constant(0), fc.constantFrom(REST_MINUTES, 20, 45, 100, 130, 300)),
  failing: fc.constantFrom([], [], ['openweather'], ['openweather'], ['open-meteo'], ['openweather', 'open-meteo']),
  node: fc.nat({ max: 1 }),
  who: fc.oneof(fc.constant('person'), fc.constantFrom(...CHEAPER)),
  scope: fc.constantFrom<CellScope>('current', 'hourly', 'daily'),
  maxAgeMs: fc.constantFrom(undefined, undefined, 0),
})

/** A person’s failed call affects everybody: a request during its backoff must see the same failures. */
function afterRest(each: Step, index: number, steps: readonly Step[]): Step {
  const last = steps[index - 1]
  const backoff = last !== undefined && (last.who === 'person' || last.who === 'greedy') && last.failing.join() !== each.failing.join()
  return backoff ? { ...each, minutes: Math.max(each.minutes, REST_MINUTES) } : each
}

/**
 * Runs the same sequence twice: with everybody, and with the people alone. Data that a cheaper requester fetched from the first provider counts
 * for people like their own, so in the second run a person fetches it instead. It may be up to one fresh window older, so near the end of a
 * window nothing is compared. Data that a person’s own request fetched from the second provider, after the first had failed, is as good as
 * any.
 */
describe('a person’s answer is never worse than without the cheaper requesters', () => {
  let all: readonly TestServices[]
  let alone: readonly TestServices[]
  let place = 0
  let burnt = 0
  /** Fetch times of answers that people’s own requests brought from the second provider in the full run, at this place. */
  let ownFallbacks = new Set<number>()
  /**
   * By how much data shown to people at this place may be older than without the others: once somebody was shown data of the second provider
   * that another had fetched, later fetches are due at other times, those from the first provider too.
   */
  let olderByMs = 0
  before(async () => {
    const [first, other] = [await createTestServices({ env: ENV }), await createTestServices({ env: ENV })]
    all = [first, await createTestServices({ sharing: first, env: ENV })]
    alone = [other, await createTestServices({ sharing: other, env: ENV })]
  })
  after(async () => {
    for (const app of [...all, ...alone].reverse()) await app.close()
  })

  const asked = (provider: string) => all[0]!.simulator.calls().byProvider[provider] ?? 0
  const grade = (answer: Answer | null, isBest: (record: Answer['record']) => boolean, olderByMs = 0): number => {
    if (answer === null) return 0
    const age = all[0]!.clock.now() - answer.record.fetchedAt + olderByMs
    const { staleSeconds, emergencySeconds } = WINDOWS[answer.record.scope as CellScope]
    if (age >= emergencySeconds * 1_000) return 0
    if (age >= staleSeconds * 1_000) return 1
    return isBest(answer.record) ? 3 : 2
  }
  const isPrimarys = ({ source }: Answer['record']) => source === 'openweather'
  // A later record of the source, whoever fetched it, is shown under the admission that a person’s own request brought.
  const isOwnFallback = ({ source, fetchedAt, admittedAt = fetchedAt }: Answer['record']) =>
    source === 'open-meteo' && (ownFallbacks.has(fetchedAt) || ownFallbacks.has(admittedAt))

  async function run(steps: readonly Step[]): Promise<void> {
    place += 1
    ownFallbacks = new Set()
    olderByMs = 0
    const cell = toCell(-60 + (place % 200) / 2, 100 + Math.floor(place / 200))
    for (const worlds of [all, alone]) {
      for (const app of worlds) {
        await app.services.gateway.drain()
        app.services.meter.forgetFaults()
      }
      worlds[0]!.clock.advance({ hours: 100 })
      worlds[0]!.simulator.reset()
      worlds[0]!.simulator.setConditions([{ ...FOR_EVER, lat: cell.lat, lon: cell.lon, radiusDeg: 0.2 }])
    }
    for (const [index, each] of steps.map(afterRest).entries()) {
      for (const { clock, simulator } of [all[0]!, alone[0]!]) {
        clock.advance({ minutes: each.minutes })
        simulator.setFaults([])
        // A client within its share would count as a person, so use the share up first.
        if (each.who === 'greedy') await askGateway(all[0]!, toCell(60, (burnt = (burnt + 1) % 170)), 'current', CHEAP['greedy']!)
        simulator.setFaults(each.failing.map((provider) => ({ kind: 'status', status: 500, match: { provider } })))
      }
      await act(each, cell, `step ${index}`)
      for (const app of [...all, ...alone]) await app.services.gateway.drain()
    }
  }

  async function act({ who, scope, node, maxAgeMs, failing }: Step, cell: Cell, where: string): Promise<void> {
    const app = all[node]!
    if (who === 'person') {
      const before = asked('open-meteo')
      const got = await askGateway(app, cell, scope, PERSON, maxAgeMs)
      if (got !== null && asked('open-meteo') > before) ownFallbacks.add(got.record.fetchedAt)
      // Data fetched by a cheaper requester was still fresh for this scope, so the other scopes, which are fetched with it, were not renewed.
      else if (got?.record.source === 'open-meteo') olderByMs = Math.max(olderByMs, WINDOWS[scope].freshSeconds * 1_000)
      return compare(got, await askGateway(alone[node]!, cell, scope, PERSON, maxAgeMs), where)
    }
    const before = asked('openweather')
    const cheap = CHEAP[who]
    if (cheap !== undefined) {
      const got = await askGateway(app, cell, scope, cheap, maxAgeMs)
      // The first provider was called for it and failed, so the client was within its share and counts as a person.
      if (who === 'greedy' && got !== null && asked('openweather') > before) ownFallbacks.add(got.record.fetchedAt)
    } else await readTestSource(app, { ...READING, role: who.slice('read '.length) as SourceRole, cell })
    await app.services.gateway.drain()
    if (asked('openweather') > before && !failing.includes('openweather')) await askGateway(alone[node]!, cell, scope, PERSON, 0)
  }

  function compare(got: Answer | null, without: Answer | null, where: string): void {
    if (without === null) return
    const window = Math.max(WINDOWS[without.record.scope as CellScope].freshSeconds * 1_000, olderByMs)
    const least = Math.min(grade(without, isPrimarys), grade(without, isPrimarys, window))
    const isBest = (record: Answer['record']) => isPrimarys(record) || isOwnFallback(record)
    assert.ok(grade(got, isBest) >= least, `${where}: ${describeAnswer(got)} instead of ${describeAnswer(without)}`)
    if (isWarned(alone[0]!, without)) assert.ok(isWarned(all[0]!, got!) || isOwnFallback(got!.record), `${where}: the warning is missing`)
  }

  it('with any requesters in any order and any failures', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), run), {
      numRuns: 30,
      ...(process.env['CHEAPER_CALLERS_SEED'] === undefined ? {} : { seed: Number(process.env['CHEAPER_CALLERS_SEED']) }),
    })
  })
})

const WINDOWS = buildFreshnessWindows()

function describeAnswer(answer: Answer | null): string {
  if (answer === null) return 'an error'
  return `${answer.record.source}, ${answer.freshness}, fetched ${new Date(answer.record.fetchedAt).toISOString()}`
}
