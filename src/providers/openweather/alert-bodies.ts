import type { AlertDraft } from '../../weather/alert-identity.ts'
import { toDraft } from './alerts.ts'
import { isObject, objectsOf, textOf } from './json.ts'

/** Asks for one alert; null is one that is no more. */
export type AskAlert = (id: string) => Promise<AlertDraft | null>

/** The alerts behind One Call 4.0's ids. Each costs a call of its own, so each is asked for once, whatever the cells it is named in. */
export interface AlertBodies {
  /** The alerts, if all of them are known. */
  known(ids: readonly string[]): AlertDraft[] | undefined
  /**
   * The alerts, asking for those that are not known.
   * @throws what `ask` throws
   */
  get(ids: readonly string[], ask: AskAlert): Promise<AlertDraft[]>
}

const MAX_REMEMBERED = 1_000

export function createAlertBodies(): AlertBodies {
  const remembered = new Map<string, AlertDraft | null>()
  const flights = new Map<string, Promise<AlertDraft | null>>()

  async function fly(id: string, ask: AskAlert): Promise<AlertDraft | null> {
    try {
      const draft = await ask(id)
      remembered.set(id, draft)
      const [oldest] = remembered.keys()
      if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
      return draft
    } finally {
      flights.delete(id)
    }
  }

  async function bodyOf(id: string, ask: AskAlert): Promise<AlertDraft | null> {
    // Who waits for another's call is not brought down by it.
    await flights.get(id)?.catch(() => undefined)
    const held = remembered.get(id)
    if (held !== undefined) return held
    const flight = flights.get(id) ?? fly(id, ask)
    flights.set(id, flight)
    return flight
  }

  return {
    known(ids) {
      return ids.every((id) => remembered.has(id)) ? ids.flatMap((id) => remembered.get(id) ?? []) : undefined
    },
    async get(ids, ask) {
      const drafts: AlertDraft[] = []
      // One after the other: when one fails, no other call is under way that nobody would settle.
      for (const id of ids) {
        const draft = await bodyOf(id, ask)
        if (draft !== null) drafts.push(draft)
      }
      return drafts
    },
  }
}

/** An alert resource under its id; null where it is none, or has no start. */
export function decodeAlertBody(id: string, body: unknown): AlertDraft | null {
  if (!isObject(body)) return null
  const [draft] = toDraft({ ...body, description: textIn(body['description']) })
  return draft === undefined ? null : { ...draft, key: id }
}

/** Documented as a text, recorded as a list of `{language, description}`: the English one, else the first. */
function textIn(description: unknown): string {
  if (typeof description === 'string') return description
  const texts = objectsOf(description)
  const chosen = texts.find(({ language }) => /^en\b/i.test(textOf(language))) ?? texts[0]
  return textOf(chosen?.['description'])
}
