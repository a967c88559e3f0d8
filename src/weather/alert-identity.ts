import { hash } from 'node:crypto'
import type { Alert } from './alert.ts'

/** An alert before it has its id. `key` is the provider's own id or the VTEC event, where there is one. */
export interface AlertDraft extends Omit<Alert, 'id'> {
  readonly key?: string
}

/** What an alert id may be made of. */
export const ALERT_ID_PATTERN = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Gives each alert of one list its id: `source-` and 128 bits of a hash over the key, or over sender, event and start. End and
 * wording stay out of it, so that it survives refreshes, extensions and rewording. Only alerts that are equal in all of that are
 * told apart by their text; those that are equal in their text too are one alert, and become one that lasts until the latest end
 * and covers all their areas and tags. The ids do not depend on the order of the list.
 */
export function identifyAlerts(drafts: readonly AlertDraft[]): Alert[] {
  const byIdentity = Map.groupBy(drafts, identityOf)
  return [...byIdentity].flatMap(([identity, equals]) => {
    const byText = Map.groupBy(equals, (draft) => draft.description)
    return [...byText].map(([text, same]) =>
      merge(same, alertId(same[0]?.source ?? '', byText.size === 1 ? identity : JSON.stringify([identity, text]))),
    )
  })
}

function identityOf({ source, key, senderName, event, start }: AlertDraft): string {
  return JSON.stringify(key === undefined ? [source, senderName, event, start] : [source, key])
}

function alertId(source: string, identity: string): string {
  return `${source.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 64)}-${hash('sha256', identity, 'base64url').slice(0, 22)}`
}

/** One alert out of equal ones. No stated end outlasts every end. */
function merge(same: readonly AlertDraft[], id: string): Alert {
  const ends = same.map((draft) => draft.end)
  const latest = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)
  const chosen = same.find((draft) => draft.end === latest) as AlertDraft
  const { key: _key, ...alert } = chosen
  return {
    ...alert,
    id,
    areas: [...new Set(same.flatMap((draft) => draft.areas))],
    tags: [...new Set(same.flatMap((draft) => draft.tags))],
    cancelled: same.every((draft) => draft.cancelled),
  }
}
