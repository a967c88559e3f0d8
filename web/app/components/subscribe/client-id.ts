/** Key in the browser's storage: a secret by which the API recognises this browser's subscriptions. Created with the first subscription. */
const KEY = 'subscriptions.client'
const SHAPE = /^[\x21-\x7e]{1,128}$/

/** Null on the server, before the first subscription, and if storage is forbidden. */
export function knownClientId(): string | null {
  try {
    const id = localStorage.getItem(KEY)
    return id !== null && SHAPE.test(id) ? id : null
  } catch {
    return null
  }
}

/** The existing id, or a new one. */
export function ownClientId(): string {
  const id = knownClientId() ?? crypto.randomUUID()
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // Links in the mails still allow changes and unsubscribing.
  }
  return id
}
