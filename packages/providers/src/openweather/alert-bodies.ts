import { type AlertDraft, HOUR_MS, MINUTE_MS, computeAgeMs, parseInstant } from '@isobar/weather'
import { LRUCache } from 'lru-cache'
import { isObject, readObjects, readText } from '../json.ts'
import { ProviderFailure } from '../provider.ts'
import { toDraft } from './alerts.ts'

/**
 * Fetches one alert; null if it has no body.
 * @throws ProviderFailure
 */
export type AskAlert = (id: string) => Promise<AlertDraft | null>

/** The bodies of a list of ids; not `complete` if some could not be fetched. */
export interface Bodies {
  readonly drafts: readonly AlertDraft[]
  readonly complete: boolean
}

/**
 * The alerts behind One Call 4.0's ids. Each costs a call, so each is fetched once for all cells that list it. It is fetched again every
 * hour, because it may be extended or reworded under its id; sooner when it is still listed after its end, or when it had no body. `nowMs`
 * is epoch milliseconds.
 */
export type AlertBodies = ReturnType<typeof createAlertBodies>

interface Remembered {
  /** The last body; null if there has been none. */
  readonly draft: AlertDraft | null
  readonly askedAt: number
  /** Whether the last response had a body. */
  readonly found: boolean
}

const MAX_REMEMBERED = 1_000
const ASK_AGAIN_MS = HOUR_MS
/** For alerts without a body or past their end, whose response may soon change. */
const RETRY_MS = 5 * MINUTE_MS

/** Remembers the latest alerts in memory, for all cells together. */
export function createAlertBodies() {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED })
  const inFlight = new Map<string, Promise<void>>()

  function isDue(id: string, nowMs: number): boolean {
    const known = remembered.get(id)
    if (known === undefined) return true
    const end = known.draft?.end ?? null
    const isOver = end !== null && parseInstant(end) <= nowMs
    return computeAgeMs(known.askedAt, nowMs) >= (known.found && !isOver ? ASK_AGAIN_MS : RETRY_MS)
  }

  /** A listed alert without a body is not over: its last body remains valid. */
  async function start(id: string, ask: AskAlert, nowMs: number): Promise<void> {
    try {
      const draft = await ask(id)
      const former = remembered.get(id)?.draft ?? null
      remembered.set(id, { draft: draft ?? former, askedAt: nowMs, found: draft !== null })
    } finally {
      inFlight.delete(id)
    }
  }

  async function renew(id: string, ask: AskAlert, nowMs: number): Promise<void> {
    // A caller that joined another's fetch does not fail with it.
    await inFlight.get(id)?.catch(() => undefined)
    if (!isDue(id, nowMs)) return
    const started = inFlight.get(id) ?? start(id, ask, nowMs)
    inFlight.set(id, started)
    await started
  }

  function bodiesOf(ids: readonly string[]): Bodies {
    const drafts = ids.flatMap((id) => remembered.get(id)?.draft ?? [])
    return { drafts, complete: drafts.length === ids.length }
  }

  return {
    /** The remembered bodies, if none of them is due for a fetch. */
    known: (ids: readonly string[], nowMs: number): Bodies | undefined => (ids.some((id) => isDue(id, nowMs)) ? undefined : bodiesOf(ids)),
    /** The bodies, fetching those that are due. If a fetch fails, the last known body is used. */
    async get(ids: readonly string[], ask: AskAlert, nowMs: number): Promise<Bodies> {
      try {
        // Sequential: when one fails, the others are not worth their calls now.
        for (const id of ids) await renew(id, ask, nowMs)
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
      }
      return bodiesOf(ids)
    },
  }
}

/** An alert resource under its id; null if it is not one or has no start. */
export function decodeAlertBody(id: string, body: unknown): AlertDraft | null {
  if (!isObject(body)) return null
  const [draft] = toDraft({ ...body, description: textIn(body['description']) })
  return draft === undefined ? null : { ...draft, key: id }
}

/** Documented as a string, observed as a list of `{language, description}`: the English entry, else the first. */
function textIn(description: unknown): string {
  if (typeof description === 'string') return description
  const texts = readObjects(description)
  const chosen = texts.find(({ language }) => /^en\b/i.test(readText(language) ?? '')) ?? texts[0]
  return readText(chosen?.['description']) ?? ''
}
