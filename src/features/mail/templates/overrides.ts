import type { Changes } from '../../../platform/db/changes.ts'
import { type StoredTemplate, TEMPLATES_TOPIC, type TemplateStore } from './store.ts'

/**
 * Looks up the stored template by id. All are read at once, and again when any node has edited one.
 * @returns undefined when the shipped one applies
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
