import type { TestApp } from '../../../../../test/helpers/app.ts'
import type { CellRole } from '../place-state.ts'
import { sourceOf } from '../readings.ts'
import { readSource as read, type SourceQuery, type SourceReading } from '../source-reading.ts'

export type { SourceReading } from '../source-reading.ts'

/** A source by what the job reads it for. */
export type SourceRole = CellRole | 'official'

export type RoleQuery = Omit<SourceQuery, 'source'> & { readonly role: SourceRole }

/** Reads one source as the alert job does. */
export function readSource(app: TestApp, { role, ...query }: RoleQuery): Promise<SourceReading> {
  return read(app.services.gateway, { ...query, source: idOf(app, role) }, app.clock.now)
}

/** The calls to the source that jobs may make now. */
export function jobCallsLeft(app: TestApp, role: SourceRole): Promise<number> {
  return app.services.gateway.jobCallsLeft(idOf(app, role))
}

function idOf({ services: { gateway } }: TestApp, role: SourceRole): string | undefined {
  return role === 'official' ? gateway.sources.warnings[0] : sourceOf(gateway, role)
}
