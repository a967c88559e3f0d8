import type { Pace } from '../provider.ts'

/**
 * The terms: from 20 calls a second on, an agreement is needed, whichever of the services is called (api.met.no/doc/TermsOfService). All nodes
 * together call a third as often, so that no second has as many although a busy node lets some calls leave late.
 */
export const PACE: Pace = { id: 'met-norway', gapMs: 150 }
