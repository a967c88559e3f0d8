import { type FaultKind, type FaultPlace, isKill } from './faults.ts'
import { createFindings, type Finding } from './observer/findings.ts'
import { checkLedger, type LedgerFigures } from './observer/ledger-check.ts'
import { checkMails, type MailFigures } from './observer/mail-check.ts'
import { createObserver, type ObservedFigures } from './observer/observer.ts'
import { untilReady, waitForQuiet } from './observer/quiet.ts'
import { checkStored } from './observer/stored-check.ts'
import type { WriteCounts } from './observer/writes.ts'
import { playSchedule } from './play.ts'
import { postmasterOf } from './rig/processes.ts'
import { buildRig, type Rig } from './rig/rig.ts'
import type { Schedule } from './schedule.ts'
import { type TrafficRequest, createClient, type Exchange } from './traffic/client.ts'
import { createWorld } from './traffic/people.ts'

export interface CampaignOptions {
  readonly nodes: number
  readonly workers: number
  /** Builds the schedule from what can be broken here. */
  readonly schedule: (place: FaultPlace) => Schedule
  readonly say: (line: string) => void
  readonly onFinding: (finding: Finding) => void
  /** Called for each line that a service logs. */
  readonly onLog?: (line: string) => void
  /** Puts the nodes behind the proxy, so that the network can be cut. */
  readonly isCuttable?: boolean
  /** Called for each request with its outcome. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Once true, the rest of the schedule is left out. */
  readonly isOver?: () => boolean
  /** Called when the schedule begins; the function it returns is called at its end. */
  readonly meanwhile?: (rig: Rig) => () => Promise<void>
}

export interface CampaignResult {
  readonly schedule: Schedule
  readonly findings: readonly Finding[]
  readonly operations: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
  readonly kills: number
  readonly observed: ObservedFigures
  readonly writes: WriteCounts & { readonly lost: number }
  readonly mails: MailFigures
  readonly ledger: LedgerFigures
  readonly worstOutageMs: number
  /** What was done and how it ended, in order. */
  readonly history: readonly string[]
}

const START_MS = 120_000
/** A service whose database is gone gives up after some tries. */
const GIVES_UP_WITHIN_MS = 60_000

/** Runs a schedule against a whole service, and judges the outcome. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const findings = createFindings(options.onFinding)
  const logs = { see: (line: string) => options.onLog?.(line) }
  let worstOutageMs = 0
  const rig: Rig = await buildRig({
    nodes: options.nodes,
    workers: options.workers,
    isCuttable: options.isCuttable ?? false,
    say: options.say,
    onLog: (line) => logs.see(line),
    onOutage: (ms) => (worstOutageMs = Math.max(worstOutageMs, Math.round(ms))),
    onBadStop: (status, ms) => findings.add('SIGTERM ends it within 10 s', `ended with ${status} after ${Math.round(ms)} ms`),
    onOwnEnd(status, lines) {
      findings.note(`a service ended by itself with ${status}`)
      const now = performance.now()
      if (rig.disturbances.overlap(/^(database|disk)/, now - GIVES_UP_WITHIN_MS, now)) return
      findings.add('it ends only when it is told to', `ended with ${status}:\n${lines.slice(-5).join('\n')}`)
    },
  })
  try {
    await Promise.all(rig.nodes.map((node) => node.ready(START_MS)))
    const observer = createObserver(rig, findings)
    logs.see = (line) => {
      options.onLog?.(line)
      observer.seeLog(line)
    }
    const client = createClient(rig, (exchange) => {
      findings.note(describe(exchange))
      observer.see(exchange)
      options.onExchange?.(exchange)
    })
    const world = createWorld()
    const schedule = options.schedule({
      nodes: options.nodes,
      workers: options.workers,
      hasServer: rig.postgres !== undefined,
      hasValkey: rig.valkey !== undefined,
      hasSmallDisk: rig.disk !== undefined,
    })
    const endMeanwhile = options.meanwhile?.(rig)
    worstOutageMs = 0
    findings.begin()
    const { operations, faults } = await playSchedule(schedule, {
      rig,
      client,
      world,
      note: findings.note,
      ...(options.isOver === undefined ? {} : { isOver: options.isOver }),
      onDefect: (error) => findings.add('the campaign itself', error.stack ?? error.message),
    })
    await endMeanwhile?.()

    await Promise.all(rig.nodes.map((node) => node.ready(START_MS)))
    const send = (asked: TrafficRequest): Promise<Exchange> => client.send('end', 0, asked)
    await untilReady(send, findings)
    const lost = await checkStored(rig, world, send, findings)
    await waitForQuiet(rig, findings)
    const ledger = await checkLedger(rig, observer, findings)
    const mails = await checkMails(rig, world, findings)
    for (const node of rig.nodes) await node.stop()
    for (const { index } of rig.nodes)
      if (rig.postgres === undefined && postmasterOf(rig.clusterDir(index)) !== undefined)
        findings.add('nothing is left behind', 'PostgreSQL runs on after the service has stopped')
    await client.close()
    return {
      schedule,
      findings: findings.all(),
      operations,
      faults,
      kills: Object.entries(faults).reduce((sum, [kind, n]) => sum + (isKill(kind as FaultKind) ? n : 0), 0),
      observed: observer.figures,
      writes: { ...world.writes, lost },
      mails,
      ledger,
      worstOutageMs,
      history: findings.history(),
    }
  } finally {
    for (const node of rig.nodes) await node.stop()
    await rig.close()
  }
}

function describe({ event, method, path, answer, error, startedAt, endedAt }: Exchange): string {
  return `${event.padEnd(6)} ${method} ${path.slice(0, 100)} → ${answer?.status ?? error} in ${Math.round(endedAt - startedAt)} ms`
}

export function printFinding({ invariant, what, event, atMs }: Finding): void {
  console.log(`BROKEN at ${atMs} ms${event === null ? '' : `, ${event}`}: ${invariant}\n  ${what}`)
}
