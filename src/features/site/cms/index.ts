import type { AuditTables } from '../../../admin/audit/index.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { registerPageAdmin } from './admin.ts'
import { registerPages } from './routes.ts'
import { createPages, type Pages } from './service.ts'
import type { PageTables } from './tables.ts'
export type { IndexablePage, Pages } from './service.ts'
export { pageTables } from './tables.ts'

/** The texts of the site: shipped, edited, or written by the operator. */
export function openCms(foundation: Foundation<PageTables & AuditTables>) {
  const pages: Pages = createPages(foundation)
  return {
    ...pages,
    routes: (app) => registerPages(app, pages),
    adminRoutes: (app) => registerPageAdmin(app, pages),
  } satisfies Feature & Pages
}
