import type { TestServices } from '../../../../../test/helpers/app.ts'
import { readSource as read, type SourceQuery, type SourceReading } from '../source-reading.ts'

export type { SourceReading } from '../source-reading.ts'

/** A source by its place in the list of weather providers, or the first of its kind. */
export type SourceRole = 'primary' | 'second' | 'national' | 'official'

export type RoleQuery = Omit<SourceQuery, 'source'> & { readonly role: SourceRole }

/** Reads one source as the alert job does. */
export function readTestSource(app: TestServices, { role, ...query }: RoleQuery): Promise<SourceReading> {
  return read(app.services.gateway, { ...query, source: idOf(app, role) }, app.clock.now)
}

/** The calls to the source that jobs may make now. */
export function countJobCallsLeft(app: TestServices, role: SourceRole): Promise<number> {
  return app.services.gateway.jobCallsLeft(idOf(app, role))
}

/** An id that no source has, if the service has none in this place. */
function idOf({ services: { gateway } }: TestServices, role: SourceRole): string {
  const { weather, feeds, warnings } = gateway.sources
  return { primary: weather[0], second: weather[1], national: feeds[0], official: warnings[0] }[role] ?? ''
}
