import type { Cell, CellScope } from '@isobar/weather'
import type { TestServices } from '../../../test/helpers/app.ts'
import { parseRecordData } from '../record.ts'

/**
 * A person’s request for the place, sent to the gateway directly: on a busy machine the HTTP server refuses requests, which says nothing
 * about the gateway.
 */
export async function askFor<S extends CellScope>(app: TestServices, cell: Cell, scope: S) {
  const requester = { cause: 'request', trigger: 'unspecified', requestId: null, client: null, caller: 'person' } as const
  const { record, ...served } = await app.services.gateway.weather({ cell, scope, requester })
  return { ...served, source: record.source, fetchedAt: record.fetchedAt, data: parseRecordData(record) }
}
