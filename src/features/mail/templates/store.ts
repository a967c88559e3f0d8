import type { Kysely } from 'kysely'
import type { Changes } from '../../../platform/db/changes.ts'
import type { TemplateTables } from './tables.ts'
import type { MailSources } from './template.ts'

/** An administrator's replacement of a shipped template. */
export interface StoredTemplate extends MailSources {
  readonly id: string
  readonly version: number
}

/** Announced when a stored template has changed. */
export const TEMPLATES_TOPIC = 'email templates'

export type TemplateStore = ReturnType<typeof createTemplateStore>

const MAX_TEMPLATES = 200

/** Reads edited templates for rendering. */
export function createTemplateStore(db: Kysely<TemplateTables>) {
  return {
    /** All of them: at most one for each kind of mail. */
    async listTemplates(): Promise<StoredTemplate[]> {
      return await db
        .selectFrom('email_template')
        .select(['id', 'version', 'subject', 'mjml', 'body_text as text'])
        .orderBy('id')
        .limit(MAX_TEMPLATES)
        .execute()
    },
  }
}

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
