import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import type { Foundation } from '../../../foundation.ts'
import { releaseHold } from '../../../platform/db/hold.ts'
import type { ChangeTables, RestoreTables } from '../../../platform/db/tables.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'

export type ReleaseParts = Pick<Foundation<AuditTables & RestoreTables & ChangeTables>, 'db' | 'clock' | 'changes'>

/** /api/admin/hold/release */
export function registerRelease(app: HttpServer, { db, clock, changes }: ReleaseParts): void {
  app.post(
    '/api/admin/hold/release',
    {
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'releaseRestoredCopy',
        tags: ['Admin: operations'],
        summary: 'Let a restored database send and run jobs',
        description:
          'After `npm run restore` nothing is sent and no job runs, because the original may still be there. What waits is then sent, by all nodes.',
        response: {
          200: buildResponseEntry(Type.Object({ released: Type.Boolean({ description: 'False: nothing was held' }) }), 'Released', {
            released: true,
          }),
          ...buildErrorResponses([]),
        },
      },
    },
    async (request) => {
      const now = clock.now()
      const released = await db.transaction().execute(async (trx) => {
        if (!(await releaseHold(trx, now))) return false
        await recordAudit(trx, {
          at: now,
          actor: getAdminContext(request).actor,
          action: 'backup.release',
          object: { type: 'backup', id: null },
        })
        return true
      })
      await changes.check()
      return { released }
    },
  )
}
