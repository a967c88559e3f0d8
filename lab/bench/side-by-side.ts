import { request } from 'undici'
import { type Asking, load } from './load.ts'
import type { Pace, Round, Sample } from './row.ts'

/** A server that receives repeated requests. */
export interface Side {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** What else to request in a round; round −1 warms up and is not measured. */
  readonly asking?: (round: number) => Asking
}

/** Measures both in each round, in alternating order, so that neither gains from what a round leaves behind. */
export async function alternating(
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

/** Loads both in turns, after one unmeasured second each. */
export async function loadSideBySide(isobar: Side, yardstick: Side, { rounds, seconds }: Pace): Promise<Round[]> {
  const ask = ({ url, headers = {}, asking = () => ({}) }: Side, round: number, forSeconds = seconds): Promise<Sample> =>
    load(url, headers, forSeconds, asking(round))
  await ask(yardstick, -1, 1)
  await ask(isobar, -1, 1)
  return alternating(
    rounds,
    (round) => ask(isobar, round),
    (round) => ask(yardstick, round),
  )
}

/** Sends requests to both, one after the other, in turns, after one unmeasured request each: milliseconds for a request. */
export async function timeSideBySide(isobar: Side, yardstick: Side, { rounds, seconds }: Pace): Promise<Round[]> {
  await timeFor(yardstick, 0)
  await timeFor(isobar, 0)
  return alternating(
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
    const startedAt = performance.now()
    const { statusCode, body } = await request(url, { headers })
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${await body.text()}`)
    await body.dump()
    times.push(performance.now() - startedAt)
  } while (performance.now() < until)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { value: at(0.5), p99Ms: at(0.99), serverBusy: null }
}
