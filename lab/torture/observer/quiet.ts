import { setTimeout as sleep } from 'node:timers/promises'
import type { Rig } from '../rig/rig.ts'
import type { TrafficRequest, Exchange } from '../traffic/client.ts'
import type { Findings } from './findings.ts'

/**
 * The lease of a mail (30 s), which a killed process leaves behind and which ends by the clock, the longest poll (5 s), and some time to work
 * in.
 */
const WITHIN_MS = 45_000
/** From the first wait after a failed attempt (a minute) to the last (six hours and a quarter); the eighth attempt is the last. */
const STEPS_MINUTES = [1.5, 13, 80, 310, 460, 460, 460, 460, 460]

/** When all faults are over: advances the clock to the end of every retry, and checks that everything that is due gets done. */
export async function waitForQuiet(rig: Rig, findings: Findings): Promise<void> {
  await settled(rig, findings)
  for (const minutes of STEPS_MINUTES) {
    const [{ waiting } = { waiting: 0 }] = await rig.query<{ waiting: number }>(
      `select count(*)::int as waiting from mail_outbox where state = 'waiting'`,
    )
    if (waiting === 0) break
    rig.clock.step(minutes * 60_000)
    await settled(rig, findings)
  }
}

async function settled(rig: Rig, findings: Findings): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  let due: string[] = []
  do {
    await sleep(250)
    due = await whatIsDue(rig).catch((error: Error) => [`the database: ${error.message}`])
  } while (due.length > 0 && performance.now() < deadline)
  for (const what of due.slice(0, 3))
    findings.add('nothing waits that is due', `${what}, ${WITHIN_MS / 1_000} s after the last fault or step of the clock`)
}

/** What should have begun or ended by now. */
async function whatIsDue({ query, clock }: Rig): Promise<string[]> {
  const now = new Date(clock.now())
  const mails = await query<{ count: number; example: string | null }>(
    `select count(*)::int as count, min(id::text) as example from mail_outbox
     where state = 'waiting' and next_attempt_at <= $1`,
    [now],
  )
  const runs = await query<{ job: string; started_at: Date }>(`select job, started_at from job_run where status = 'running'`)
  const messages = await query<{ id: string }>('select id from composed_message where finished_at is null')
  return [
    ...mails.filter(({ count }) => count > 0).map(({ count, example }) => `${count} mails are due and wait (${example} …)`),
    ...runs.map(({ job, started_at }) => `${job}, begun at ${started_at.toISOString()}, is still marked as running`),
    ...messages.map(({ id }) => `message ${id} is still being put into the outbox`),
  ]
}

const READY_MS = 30_000

/** Once nothing is broken any more, the service must be ready within half a minute. */
export async function untilReady(send: (asked: TrafficRequest) => Promise<Exchange>, findings: Findings): Promise<void> {
  const deadline = performance.now() + READY_MS
  for (;;) {
    const { answer } = await send({ path: '/api/ready', from: '192.0.2.1' })
    if (answer?.status === 200) return
    if (performance.now() > deadline)
      return findings.add('it recovers by itself', `/api/ready answers ${answer?.status} ${READY_MS / 1_000} s after the last fault`)
    await sleep(250)
  }
}
