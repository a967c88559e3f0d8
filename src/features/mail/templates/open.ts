import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { createTemplateAdminStore } from './admin-store.ts'
import { registerTemplateAdmin } from './admin.ts'
import { createTemplateEditing } from './editing.ts'
import { createMailRenderer, type MailRenderer } from './renderer.ts'
import { createTemplateSandbox } from './sandbox.ts'
import { createTemplateStore } from './store.ts'
import type { TemplateTables } from './tables.ts'
import type { MailTemplate } from './template.ts'

export interface TemplateNeeds {
  /** Every kind of mail that the service sends. */
  readonly mails: readonly MailTemplate[]
}

/** Renders mails from the shipped template or from its edit, which runs in a separate thread. */
export function openTemplates(foundation: Foundation<TemplateTables & AuditTables & ChangeTables>, { mails: templates }: TemplateNeeds) {
  const { db, linkBase: publicUrl, siteName, changes, clock, log, onError } = foundation
  const sandbox = createTemplateSandbox()
  const renderer = createMailRenderer({
    templates,
    store: createTemplateStore(db),
    publicUrl,
    get service() {
      return siteName()
    },
    changes,
    sandbox,
    onFallback: (err, template) => log.error({ err, template }, 'an edited mail template cannot be used; falling back to the shipped one'),
    onError,
  })
  const editing = createTemplateEditing({
    templates,
    store: createTemplateAdminStore(db),
    clock,
    publicUrl,
    service: siteName,
    sandbox,
    faultOf: renderer.faultOf,
  })
  return {
    ...renderer,
    editedAt: async (id) => (await editing.find(id)).edited?.updatedAt ?? null,
    adminRoutes: (app) => registerTemplateAdmin(app, editing),
    close: () => sandbox.close(),
  } satisfies Feature & MailRenderer & { editedAt(id: string): Promise<number | null> }
}
