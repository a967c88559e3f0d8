import { type Asking, load } from '../load.ts'
import type { Pace, Round, Sample } from './row.ts'

/** Somebody who is asked over and over. */
export interface Side {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** What is asked besides, in a round; −1 is the one that warms up and is not measured. */
  readonly asking?: (round: number) => Asking
}

/** Loads both in turns, after one second each that is not measured. */
export async function loadInTurns(isobar: Side, yardstick: Side, { rounds, seconds }: Pace): Promise<Round[]> {
  await ask(yardstick, -1, 1)
  await ask(isobar, -1, 1)
  return inTurns(
    rounds,
    (round) => ask(isobar, round, seconds),
    (round) => ask(yardstick, round, seconds),
  )
}

/** Measures both in each round; who goes first changes, so that neither gains from what a round leaves behind. */
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

/** The same as milliseconds for each request of a single connection. */
export function asMilliseconds(rounds: readonly Round[]): Round[] {
  return rounds.map(({ isobar, yardstick }) => ({ isobar: inMilliseconds(isobar), yardstick: yardstick && inMilliseconds(yardstick) }))
}

function inMilliseconds(sample: Sample): Sample {
  return { ...sample, value: 1_000 / sample.value, serverBusy: null }
}

/** A value that is no load. */
export function sampleOf(value: number): Sample {
  return { value, p99Ms: null, serverBusy: null }
}
