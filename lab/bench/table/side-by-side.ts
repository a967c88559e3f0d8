import { request } from 'undici'
import { type Asking, load } from '../load.ts'
import { percentile, timed } from '../timing.ts'
import type { Pace, Round, Sample } from './row.ts'

/** A server that receives repeated requests. */
export interface Side {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** What else to request in a round; round −1 warms up and is not measured. */
  readonly asking?: (round: number) => Asking
}

/** Loads both in turns, after one unmeasured second each. */
export async function loadInTurns(isobar: Side, yardstick: Side, { rounds, seconds }: Pace): Promise<Round[]> {
  await ask(yardstick, -1, 1)
  await ask(isobar, -1, 1)
  return inTurns(
    rounds,
    (round) => ask(isobar, round, seconds),
    (round) => ask(yardstick, round, seconds),
  )
}

/** Measures both in each round, in alternating order, so that neither gains from what a round leaves behind. */
export async function inTurns(
  rounds: number,
  isobar: (round: number) => Promise<Sample>,
  yardstick: (round: number) => Promise<Sample>,
): Promise<Round[]> {
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const early = round % 2 === 0 ? await yardstick(round) : undefined
    const own = await isobar(round)
    measured.push({ isobar: own, yardstick: early ?? (await yardstick(round)) })
  }
  return measured
}

async function ask({ url, headers = {}, asking = () => ({}) }: Side, round: number, seconds: number): Promise<Sample> {
  const { perSecond, p99Ms, serverBusy } = await load(url, headers, seconds, asking(round))
  return { value: perSecond, p99Ms, serverBusy }
}

/** Sends requests to both, one after the other, in turns, after one unmeasured request each: milliseconds for a request. */
export async function timeInTurns(isobar: Side, yardstick: Side, { rounds, seconds }: Pace): Promise<Round[]> {
  await timeFor(yardstick, 0)
  await timeFor(isobar, 0)
  return inTurns(
    rounds,
    () => timeFor(isobar, seconds),
    () => timeFor(yardstick, seconds),
  )
}

/** For this long, but at least one request. */
async function timeFor({ url, headers = {} }: Side, seconds: number): Promise<Sample> {
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  do {
    times.push(
      await timed(async () => {
        const { statusCode, body } = await request(url, { headers })
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${await body.text()}`)
        await body.dump()
      }),
    )
  } while (performance.now() < until)
  return { value: percentile(times, 0.5), p99Ms: percentile(times, 0.99), serverBusy: null }
}

/** A value that was not measured under load. */
export function sampleOf(value: number): Sample {
  return { value, p99Ms: null, serverBusy: null }
}
