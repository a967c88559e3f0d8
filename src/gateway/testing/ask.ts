import type { TestApp } from '../../../test/helpers/app.ts'
import type { Cell } from '../../domain/cell.ts'
import type { CellScope } from '../../domain/scope.ts'
import { dataOf } from '../record.ts'

/**
 * What a person who asks for the place gets, from the gateway itself: a machine too busy for the HTTP server, which then refuses, says
 * nothing about the gateway.
 */
export async function askFor<S extends CellScope>(app: TestApp, cell: Cell, scope: S) {
  const asker = { cause: 'request', trigger: 'unspecified', requestId: null, client: null, background: false } as const
  const { record, ...served } = await app.services.gateway.weather({ cell, scope, asker })
  return { ...served, source: record.source, fetchedAt: record.fetchedAt, data: dataOf(record) }
}
