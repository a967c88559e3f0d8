import { parseArgs } from 'node:util'

export interface TortureOptions {
  readonly seconds: number
  readonly seed: number
  readonly nodes: number
  readonly workers: number
  readonly operationsPerSecond: number
  readonly faultEveryMs: number
  readonly untilMs: number | undefined
  readonly only: string | undefined
  readonly shrink: boolean
  readonly json: string | undefined
  /** Where the services' log lines go. */
  readonly log: string | undefined
  /** Runs one outage after the other instead of random faults, behind the shipped proxy. */
  readonly outages: boolean
  /** How long each outage lasts, and the pause after it, in seconds. */
  readonly awaySeconds: number
  readonly pauseSeconds: number
}

const USAGE = `npm run torture -- [--minutes 2 | --seconds n] [--seed n] [--nodes 1|3] [--workers n] [--rate operations a second] [--fault-every ms]
                   [--until ms] [--only o1-o99,f3] [--shrink] [--json FILE] [--log FILE]
npm run torture -- --outages --nodes 3 [--away seconds] [--pause seconds] [--seed n] [--rate n] [--workers n] [--json FILE] [--log FILE]`

/** Exits with the usage if the arguments are not understood. */
export function readOptions(args: readonly string[]): TortureOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '2' },
        seconds: { type: 'string' },
        seed: { type: 'string' },
        nodes: { type: 'string', default: '1' },
        workers: { type: 'string', default: '1' },
        rate: { type: 'string', default: '25' },
        'fault-every': { type: 'string', default: '1500' },
        until: { type: 'string' },
        only: { type: 'string' },
        shrink: { type: 'boolean', default: false },
        json: { type: 'string' },
        log: { type: 'string' },
        outages: { type: 'boolean', default: false },
        away: { type: 'string', default: '10' },
        pause: { type: 'string', default: '20' },
      },
    })
    return {
      seconds: values.seconds === undefined ? positive('minutes', values.minutes) * 60 : positive('seconds', values.seconds),
      seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : positive('seed', values.seed),
      nodes: positive('nodes', values.nodes),
      workers: positive('workers', values.workers),
      operationsPerSecond: positive('rate', values.rate),
      faultEveryMs: positive('fault-every', values['fault-every']),
      untilMs: values.until === undefined ? undefined : positive('until', values.until),
      only: values.only,
      shrink: values.shrink,
      json: values.json,
      log: values.log,
      outages: values.outages,
      awaySeconds: positive('away', values.away),
      pauseSeconds: positive('pause', values.pause),
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`)
  return value
}
