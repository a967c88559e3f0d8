import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { registerPageAdmin } from './admin.ts'
import { createPageWriter } from './page-writer.ts'
import { registerPages } from './routes.ts'
import { createPages, type Pages } from './service.ts'
import { createShipped } from './shipped.ts'
import { createPageStore } from './store.ts'
import type { PageTables } from './tables.ts'
export type { IndexablePage, Pages } from './service.ts'
export { pageTables } from './tables.ts'

/** The texts of the site: shipped, edited, or written by the operator. */
export function openCms({ db, settings, clock }: Foundation<PageTables & AuditTables>) {
  const operator = () => {
    const { operatorName: name, operatorContact: contact } = settings.current()
    return { name, contact }
  }
  const pages: Pages = createPages({ store: createPageStore(db), shipped: createShipped(operator), writer: createPageWriter(), clock })
  return {
    ...pages,
    routes: (app) => registerPages(app, { pages }),
    adminRoutes: (app) => registerPageAdmin(app, { pages }),
  } satisfies Feature & Pages
}
