import type { Clock } from '../../../platform/clock.ts'
import type { StoredTemplate, TemplateStore } from './store.ts'

/** For how long an edit may not be seen by a node. */
const KEPT_MS = 5_000

/**
 * The stored template of an id as it was at most five seconds ago: one query serves all mails of that time.
 * @returns undefined where the shipped one holds
 */
export function createOverrides(store: TemplateStore, clock: Clock): (id: string) => Promise<StoredTemplate | undefined> {
  let read: Promise<Map<string, StoredTemplate>> | undefined
  let readAt = 0
  return async (id) => {
    const now = clock.now()
    if (read === undefined || now - readAt >= KEPT_MS || now < readAt) {
      readAt = now
      read = store.listTemplates().then((templates) => new Map(templates.map((template) => [template.id, template])))
    }
    try {
      return (await read).get(id)
    } catch (error) {
      read = undefined
      throw error
    }
  }
}
