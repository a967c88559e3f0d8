import type { Actor } from '../../../admin/access/index.ts'
import { AppError, invalidField, type ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS } from '../../../time.ts'
import { runCheck } from './checking.ts'
import type { CheckRow, ConnectionStore } from './connection-store.ts'
import { type Connections, faultText } from './connections.ts'
import type { SystemPatch } from './schemas.ts'
import type { OutsideSystem, PartId, SystemKind, SystemPart, WeatherPart } from './system.ts'

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
  readonly store: ConnectionStore
  readonly clock: Clock
  readonly onError: ReportError
}

type Heard = Omit<CheckRow, 'latencyMs'> & { readonly latencyMs: number | null }

/** A provider without calls for a day may be in any state. */
const HEARD_FOR_MS = DAY_MS

/** The external systems in the back office. */
export function createConnectionService({ systems, connections, store, clock, onError }: ConnectionServiceOptions) {
  /** Resolves to what was found of a part that does not stand for the system; undefined otherwise, or if nothing was checked. */
  async function check(system: OutsideSystem, part: PartId | undefined, requestId: string | null): Promise<CheckRow | undefined> {
    const { enabled, version } = connections.get(system.id)
    if (!enabled || !system.configured() || faultOf(system) !== null) return undefined
    const isWhole = part === undefined || part === system.parts?.main()
    const found = await runCheck((occasion) => system.check(occasion, part), requestId, {
      clock,
      onError: (error) => onError(error, `checking ${system.id}`),
    })
    if (!isWhole) return found
    await store.putCheck(system.id, version, found)
    return undefined
  }

  function faultOf(system: OutsideSystem): string | null {
    const { fault } = connections.get(system.id)
    return system.fault?.() ?? (fault === null ? null : faultText(fault))
  }

  /** The newer of check and ordinary calls. Anything before the last change says nothing about the current configuration. */
  function lastHeardOf(system: OutsideSystem, parts: readonly SystemPart[], check: CheckRow | undefined): Heard | undefined {
    if (system.parts === undefined) return check
    const main = system.parts.main()
    const calls = parts.find(({ id }) => id === main)?.verdict ?? null
    const dayAgo = clock.now() - HEARD_FOR_MS
    const isCheckNewer = check !== undefined && check.checkedAt > Math.max(dayAgo, calls?.at ?? 0)
    if (calls === null || isCheckNewer) return isCheckNewer ? check : undefined
    return { ok: calls.ok, message: calls.message, checkedAt: calls.at, latencyMs: calls.latencyMs }
  }

  function heardSince({ id }: OutsideSystem): number {
    return Math.max(clock.now() - HEARD_FOR_MS, (connections.get(id).updatedAt ?? 0) + 1)
  }

  async function viewOf(system: OutsideSystem, check: CheckRow | undefined): Promise<SystemView> {
    const [view, note] = await Promise.all([statusOf(system, check), system.note?.() ?? null])
    return note === null ? view : { ...view, message: `${view.message}. ${note}` }
  }

  async function statusOf(system: OutsideSystem, check: CheckRow | undefined): Promise<SystemView> {
    const parts = (await system.parts?.list(heardSince(system))) ?? []
    const found = lastHeardOf(system, parts, check)
    const { id, name, kind } = system
    const { enabled, version } = connections.get(id)
    const shared = {
      id,
      name,
      kind,
      weather: system.weather?.() ?? null,
      parts,
      enabled,
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
    if (!system.configured()) return { ...shared, status: 'not_configured', message: 'Not configured' }
    if (found === undefined) return { ...shared, status: 'unknown', message: 'Not checked yet' }
    const { ok, message, checkedAt, latencyMs } = found
    return { ...shared, status: ok ? 'ok' : 'failing', message, checkedAt, latencyMs }
  }

  return {
    /** The providers of weather in their order, then those not in use, then the other systems. */
    async list(): Promise<SystemView[]> {
      const checks = await store.listChecks()
      const views = await Promise.all(systems.map((system) => viewOf(system, checks.get(system.id))))
      return views.toSorted((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
    },
    /** @throws AppError `not_found`, `invalid_request`, `conflict` */
    async update(patch: SystemPatch, actor: Actor): Promise<SystemView> {
      const { id, enabled, settings, check: isChecked = false, part, replace, version } = patch
      const system = systems.find((each) => each.id === id)
      if (system === undefined) throw new AppError('not_found', 'No such system')
      if (part !== undefined && system.parts?.ids.includes(part) !== true) throw invalidField('part', 'is not one of its parts')
      if (enabled !== undefined || settings !== undefined) {
        const decide = (former: Parameters<NonNullable<OutsideSystem['form']>>[1]) => {
          if (settings === undefined) return enabled === undefined ? {} : { enabled }
          if (system.form === undefined) throw nothingToSet(id)
          return { ...system.form(settings, former), ...(enabled === undefined ? {} : { enabled }) }
        }
        await connections.change(id, decide, { replace, version, actor })
      }
      const found = isChecked ? await check(system, part, actor.requestId) : undefined
      const view = await viewOf(system, (await store.listChecks()).get(id))
      if (found === undefined) return view
      const { checkedAt: at, ...verdict } = found
      return { ...view, parts: view.parts.map((each) => (each.id === part ? { ...each, verdict: { ...verdict, at } } : each)) }
    },
  }
}

function rankOf({ weather }: SystemView): number {
  if (weather === null) return Infinity
  return weather.position ?? Number.MAX_SAFE_INTEGER
}

function nothingToSet(id: string): AppError {
  const message = 'cannot be set here: this system is configured in the environment, or its key has its own route'
  return new AppError('invalid_request', `The settings of ${id} ${message}`, { details: [{ path: 'settings', message }] })
}
