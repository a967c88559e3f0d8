/** What a key can include. `compatible` is all of both compatible APIs. */
export const CLIENT_SCOPES = ['weather', 'history', 'batch', 'compatible', 'geocode', 'tiles', 'webhooks'] as const
export type ClientScope = (typeof CLIENT_SCOPES)[number]

/** Whether it is one of them. */
export function isClientScope(text: string): text is ClientScope {
  return (CLIENT_SCOPES as readonly string[]).includes(text)
}
