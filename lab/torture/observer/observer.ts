import { availableParallelism, loadavg } from 'node:os'
import { DEADLINES, type Rig, SECRETS } from '../rig/rig.ts'
import { SMTP_PASSWORD } from '../rig/smtp.ts'
import type { Exchange } from '../traffic/client.ts'
import { ADDRESSES } from '../traffic/people.ts'
import type { Findings } from './findings.ts'
import { createDocumentCheck } from './openapi-check.ts'
import { createWeatherCheck } from './weather-check.ts'

/** Sees only what goes over the wire. */
export interface Observer {
  see(exchange: Exchange): void
  seeLog(line: string): void
  readonly figures: ObservedFigures
  /** Upstream calls that answers reported, by request id. */
  readonly tokens: ReadonlyMap<string, number>
}

export interface ObservedFigures {
  requests: number
  answered: number
  unanswered: number
  readonly byStatus: Record<string, number>
  /** The slowest request that nothing held up on purpose, in milliseconds. */
  worstAnswer: { ms: number; what: string }
}

/** The only invariant that an overloaded machine can break by itself. */
export const DEADLINE = 'no answer after its deadline'
const HIDDEN = [...Object.values(SECRETS), SMTP_PASSWORD]
/** The time from the service's own deadline to the arrival here, on a machine with nothing else to do. */
const MARGIN_MS = 1_500
/** A connection to the database waits up to 5 s, a statement runs up to 15 s. */
const OTHERS_MS = 22_000

export function createObserver(rig: Rig, findings: Findings): Observer {
  const checkDocument = createDocumentCheck()
  const checkWeather = createWeatherCheck(rig.upstream, rig.clock)
  const ownLateness = watchOwnLateness()
  const tokens = new Map<string, number>()
  const figures: ObservedFigures = { requests: 0, answered: 0, unanswered: 0, byStatus: {}, worstAnswer: { ms: 0, what: '' } }

  function see(exchange: Exchange): void {
    const { answer, event, method, path } = exchange
    figures.requests += 1
    const request = `${method} ${path.slice(0, 150)}`
    if (answer === null) return seeNone(exchange, request)
    figures.answered += 1
    figures.byStatus[answer.status] = (figures.byStatus[answer.status] ?? 0) + 1
    if (answer.status === 500) findings.add('no 500', `${request}: ${answer.text.slice(0, 300)}`, event)
    const departure = rig.frontUrl !== undefined && isProxysOwn(answer.status, answer.text) ? null : checkDocument(method, path, answer)
    if (departure !== null) findings.add('as documented', departure, event)
    const untrue = checkWeather(exchange)
    if (untrue !== null) findings.add('nothing stale called fresh', `${request}: ${untrue}`, event)
    seeSecrets(exchange, request)
    seeOthers(exchange, request)
    seeLateness(exchange, request)
    const requestId = answer.headers['x-request-id']
    const used = (answer.json as { tokensUsed?: unknown } | undefined)?.tokensUsed
    if (typeof requestId === 'string' && typeof used === 'number') tokens.set(requestId, used)
  }

  function seeNone({ event, node, startedAt, endedAt, error }: Exchange, request: string): void {
    figures.unanswered += 1
    // The proxy is always up: it answers when no node does.
    if (rig.frontUrl !== undefined) return findings.add('every request is answered', `${request}: ${error}`, event)
    if (error === 'timeout') {
      if (!rig.disturbances.overlap(/down|stall/, startedAt, endedAt, node))
        findings.add('every request is answered', `${request}: none in 45 s`, event)
      return
    }
    if (!rig.disturbances.overlap(/down/, startedAt, endedAt, node))
      findings.add('every request is answered', `${request}: ${error}`, event)
  }

  function seeSecrets({ answer, event }: Exchange, request: string): void {
    const seen = `${answer?.text} ${JSON.stringify(answer?.headers)}`
    for (const secret of HIDDEN)
      if (seen.includes(secret)) findings.add('no secret in an answer', `${request}: ${secret.slice(0, 12)}…`, event)
  }

  function seeOthers({ answer, event, isBackOffice, person }: Exchange, request: string): void {
    if (isBackOffice === true) return
    for (const [address, owner] of (answer?.text ?? '').matchAll(ADDRESSES))
      if (owner !== person) findings.add("nobody sees what is others'", `${request} by ${person ?? 'a stranger'}: ${address}`, event)
  }

  function seeLateness({ event, node, path, startedAt, endedAt, answer }: Exchange, request: string): void {
    const ms = endedAt - startedAt
    // While the process is stopped or starting, nobody can be on time.
    const disturbedMs = rig.disturbances.overlapMs(
      /service stall|down|disk|network of a node/,
      startedAt,
      endedAt,
      rig.frontUrl === undefined ? node : undefined,
    )
    if (disturbedMs > 0) return
    if (ms > figures.worstAnswer.ms) figures.worstAnswer = { ms: Math.round(ms), what: `${request} → ${answer?.status}` }
    const limit = deadlineOf(path) + MARGIN_MS * slowness() + ownLateness.between(startedAt, endedAt)
    if (ms > limit)
      findings.add(
        'no answer after its deadline',
        `${request} → ${answer?.status} after ${Math.round(ms)} ms; allowed are ${Math.round(limit)}`,
        event,
      )
  }

  return {
    see,
    seeLog(line) {
      for (const secret of HIDDEN) if (line.includes(secret)) findings.add('no secret in a log', line.slice(0, 300))
      const [address] = line.match(ADDRESSES) ?? []
      if (address !== undefined) findings.add('no personal data in a log', line.slice(0, 300))
    },
    figures,
    tokens,
  }
}

/** Whether an answer is the proxy's own, sent when no node has answered. The statuses that each route documents do not apply to it. */
const isProxysOwn = (status: number, text: string): boolean => status === 503 && text.includes('The service is not reachable.')

/** How overloaded the machine is, as a factor: others on it take time that is not the service's. */
const slowness = (): number => Math.min(8, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))

function deadlineOf(path: string): number {
  if (path.startsWith('/api/weather?') || path.startsWith('/api/geocode')) return DEADLINES.requestMs
  if (path === '/api/weather/batch') return DEADLINES.batchMs
  // A cron route answers when its run is over.
  if (path.startsWith('/api/cron/')) return Infinity
  return OTHERS_MS
}

const TICK_MS = 50
const MAX_LATE = 2_000

/** How late this process itself was between two instants, in milliseconds: its own lateness is not the service's fault. */
function watchOwnLateness(): { between(from: number, to: number): number } {
  const late: { readonly at: number; readonly ms: number }[] = []
  let due = performance.now() + TICK_MS
  setInterval(() => {
    const now = performance.now()
    if (now - due > TICK_MS) {
      late.push({ at: now, ms: now - due })
      if (late.length > MAX_LATE) late.shift()
    }
    due = now + TICK_MS
  }, TICK_MS).unref()
  return {
    between: (from, to) => late.reduce((sum, { at, ms }) => sum + (at >= from && at - ms <= to ? ms : 0), 0),
  }
}
