import type { Actor } from '../../../admin/access/index.ts'
import { AppError, buildInvalidFieldError, type ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { computeAgeMs, DAY_MS, MINUTE_MS } from '../../../time.ts'
import { type CheckResult, runCheck } from './checking.ts'
import { type Connections, describeSealedFault } from './connections.ts'
import type { SystemPatch } from './schemas.ts'
import type { CheckOccasion, OutsideSystem, PartId, SystemKind, SystemPart, WeatherPart } from './system.ts'
import type { UseReports } from './use-reports.ts'
import type { Use } from './use-store.ts'

export const SYSTEM_STATUSES = ['ok', 'failing', 'unknown', 'not_configured', 'disabled'] as const

/** An external system as the back office shows it. */
export interface SystemView {
  readonly id: string
  readonly name: string
  readonly kind: SystemKind
  readonly weather: WeatherPart | null
  /** What it is used for; empty if that is one thing. */
  readonly parts: readonly SystemPart[]
  readonly status: (typeof SYSTEM_STATUSES)[number]
  readonly enabled: boolean
  readonly canSwitch: boolean
  readonly canCheck: boolean
  /** Time of the last contact, by a check or an ordinary call, epoch milliseconds; null: none since its last change. */
  readonly checkedAt: number | null
  readonly latencyMs: number | null
  readonly message: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly version: number
}

export type ConnectionService = ReturnType<typeof createConnectionService>

export interface ConnectionServiceOptions {
  readonly systems: readonly OutsideSystem[]
  readonly connections: Connections
  readonly useReports: Pick<UseReports, 'put' | 'list'>
  readonly clock: Clock
  readonly onError: ReportError
}

type Heard = Pick<Use, 'ok' | 'message' | 'checkedAt' | 'latencyMs'>

/** A system that was not used for a day may be in any state. */
const HEARD_FOR_MS = DAY_MS

/** How long something that fails may be unused. */
const PROBE_AFTER_MS = 5 * MINUTE_MS

/** The external systems in the back office. */
export function createConnectionService({ systems, connections, useReports, clock, onError }: ConnectionServiceOptions) {
  /** Resolves to what was found of a part that does not stand for the system; undefined otherwise, or if nothing was checked. */
  async function check(
    system: OutsideSystem,
    part: PartId | undefined,
    by: Omit<CheckOccasion, 'signal'>,
  ): Promise<CheckResult | undefined> {
    const { id, check } = system
    const { enabled, version } = connections.get(id)
    if (check === undefined || !enabled || !system.configured() || faultOf(system) !== null) return undefined
    const isWhole = part === undefined || part === system.parts?.main()
    const found = await runCheck((occasion) => check(occasion, part), by, {
      clock,
      onError: (error) => onError(error, `checking ${id}`),
    })
    if (isWhole) await useReports.put({ ...found, id, version })
    return found
  }

  function faultOf(system: OutsideSystem): string | null {
    const { fault } = connections.get(system.id)
    return system.fault?.() ?? (fault === null ? null : describeSealedFault(fault))
  }

  /** The newest of uses and calls. Anything before the last change says nothing about the current configuration. */
  function lastHeardOf(system: OutsideSystem, parts: readonly SystemPart[], uses: readonly Use[]): Heard | undefined {
    const dayAgo = clock.now() - HEARD_FOR_MS
    const use = combined(uses.filter(({ checkedAt }) => checkedAt > dayAgo))
    if (system.parts === undefined) return use
    const main = system.parts.main()
    const calls = parts.find(({ id }) => id === main)?.verdict ?? null
    const isUseNewer = use !== undefined && use.checkedAt > (calls?.at ?? 0)
    if (calls === null || isUseNewer) return use
    return { ok: calls.ok, message: calls.message, checkedAt: calls.at, latencyMs: calls.latencyMs }
  }

  function heardSince({ id }: OutsideSystem): number {
    return Math.max(clock.now() - HEARD_FOR_MS, (connections.get(id).updatedAt ?? 0) + 1)
  }

  async function viewOf(system: OutsideSystem, uses: readonly Use[] = []): Promise<SystemView> {
    const members = await system.members?.()
    const [view, note] = await Promise.all([
      statusOf(system, members === undefined ? uses : uses.filter(({ member }) => members.has(member)), members?.size !== 0),
      system.note?.() ?? null,
    ])
    return note === null ? view : { ...view, message: `${view.message}. ${note}` }
  }

  async function statusOf(system: OutsideSystem, uses: readonly Use[], hasMembers: boolean): Promise<SystemView> {
    const parts = (await system.parts?.list(heardSince(system))) ?? []
    const found = lastHeardOf(system, parts, uses)
    const { id, name, kind } = system
    const { enabled, version } = connections.get(id)
    const shared = {
      id,
      name,
      kind,
      weather: system.weather?.() ?? null,
      parts,
      enabled,
      canSwitch: system.isSwitchable !== false,
      canCheck: system.check !== undefined,
      checkedAt: null,
      latencyMs: null,
      settings: system.settings(),
      version,
    }
    if (!enabled) return { ...shared, status: 'disabled', message: 'Turned off in the back office' }
    const reason = system.switchedOffBy?.() ?? null
    if (reason !== null) return { ...shared, status: 'disabled', message: reason }
    const fault = faultOf(system)
    if (fault !== null) return { ...shared, status: 'failing', message: fault }
    if (!system.configured() || !hasMembers) return { ...shared, status: 'not_configured', message: 'Not configured' }
    if (found === undefined)
      return { ...shared, status: 'unknown', message: uses.length === 0 ? untouchedText(system) : 'Not used for a day' }
    const { ok, message, checkedAt, latencyMs } = found
    return { ...shared, status: ok ? 'ok' : 'failing', message, checkedAt, latencyMs }
  }

  async function list(): Promise<SystemView[]> {
    const uses = await useReports.list()
    const views = await Promise.all(systems.map((system) => viewOf(system, uses.get(system.id))))
    return views.toSorted((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
  }

  const isOld = (at: number): boolean => computeAgeMs(at, clock.now()) >= PROBE_AFTER_MS

  /** What of a system is in use, failing, and has not been used for some minutes; undefined: all of a system without parts. */
  function dueForProbe({ status, canCheck, checkedAt, parts }: SystemView): (PartId | undefined)[] {
    if (status === 'disabled' || status === 'not_configured' || !canCheck) return []
    if (parts.length === 0) return status === 'failing' && checkedAt !== null && isOld(checkedAt) ? [undefined] : []
    return parts.flatMap(({ id, reason, verdict }) => (reason === null && verdict?.ok === false && isOld(verdict.at) ? [id] : []))
  }

  return {
    /** The providers of weather in their order, then those not in use, then the other systems. */
    list,
    /** Asks what failed and was not used since whether it works again: nobody else may for hours. */
    async probe(): Promise<void> {
      for (const view of await list()) {
        const system = systems.find(({ id }) => id === view.id)
        for (const part of system === undefined ? [] : dueForProbe(view)) {
          await check(system as OutsideSystem, part, { requestId: null, isProbe: true })
        }
      }
    },
    /** @throws AppError `not_found`, `invalid_request`, `conflict` */
    async update(patch: SystemPatch, actor: Actor): Promise<SystemView> {
      const { id, enabled, settings, check: isChecked = false, part, replace, version } = patch
      const system = systems.find((each) => each.id === id)
      if (system === undefined) throw new AppError('not_found', 'No such system')
      if (part !== undefined && system.parts?.ids.includes(part) !== true) throw buildInvalidFieldError('part', 'is not one of its parts')
      if (enabled !== undefined && system.isSwitchable === false)
        throw buildInvalidFieldError('enabled', 'cannot be changed for this system')
      if (enabled !== undefined || settings !== undefined) {
        const decide = (former: Parameters<NonNullable<OutsideSystem['form']>>[1]) => {
          if (settings === undefined) return enabled === undefined ? {} : { enabled }
          if (system.form === undefined) throw nothingToSet(id)
          return { ...system.form(settings, former), ...(enabled === undefined ? {} : { enabled }) }
        }
        await connections.change(id, decide, { replace, version, actor })
      }
      const found = isChecked ? await check(system, part, { requestId: actor.requestId }) : undefined
      const view = await viewOf(system, (await useReports.list()).get(id))
      if (found === undefined) return view
      const { ok, message, latencyMs, checkedAt: at } = found
      const tried = part ?? system.parts?.main()
      return { ...view, parts: view.parts.map((each) => (each.id === tried ? { ...each, verdict: { ok, message, latencyMs, at } } : each)) }
    },
  }
}

const untouchedText = ({ check }: OutsideSystem): string => (check === undefined ? 'Not used yet' : 'Not checked yet')

/** A system's state by the last use of each of its members, newest first: it fails when all of them do. */
function combined(uses: readonly Use[]): Heard | undefined {
  const failing = uses.filter(({ ok }) => !ok)
  const worst = failing[0]
  const found = failing.length === uses.length ? worst : uses.find(({ ok }) => ok)
  if (found === undefined || worst === undefined) return found
  const said = worst.member === '' ? worst.message : `${worst.member}: ${worst.message}`
  const { ok, checkedAt, latencyMs } = found
  return { ok, checkedAt, latencyMs, message: ok ? `${found.message}, except ${failing.length} of ${uses.length} (${said})` : said }
}

function rankOf({ weather }: SystemView): number {
  if (weather === null) return Infinity
  return weather.position ?? Number.MAX_SAFE_INTEGER
}

function nothingToSet(id: string): AppError {
  const message = 'cannot be set here: this system is configured in the environment, or its key has its own route'
  return new AppError('invalid_request', `The settings of ${id} ${message}`, { details: [{ path: 'settings', message }] })
}
