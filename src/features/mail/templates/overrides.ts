import type { Changes } from '../../../platform/db/changes.ts'
import { type StoredTemplate, TEMPLATES_TOPIC, type TemplateStore } from './store.ts'

/**
 * The stored template of an id: read once for all mails, and again when one has been edited on any node.
 * @returns undefined where the shipped one holds
 */
export function createOverrides(
  store: TemplateStore,
  changes: Pick<Changes, 'watch'>,
): (id: string) => Promise<StoredTemplate | undefined> {
  let read: Promise<Map<string, StoredTemplate>> | undefined
  changes.watch(TEMPLATES_TOPIC, async () => {
    read = undefined
  })
  return async (id) => {
    const reading = (read ??= store.listTemplates().then((templates) => new Map(templates.map((template) => [template.id, template]))))
    try {
      return (await reading).get(id)
    } catch (error) {
      if (read === reading) read = undefined
      throw error
    }
  }
}
