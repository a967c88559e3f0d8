/** In the browser's storage: a secret by which the API knows this browser's subscriptions. It exists once something was subscribed to. */
const KEY = 'subscriptions.client'
const SHAPE = /^[\x21-\x7e]{1,128}$/

/** Null on the server, where nothing was subscribed to, and where storing is forbidden. */
export function knownClientId(): string | null {
  try {
    const id = localStorage.getItem(KEY)
    return id !== null && SHAPE.test(id) ? id : null
  } catch {
    return null
  }
}

/** The one there is, or a new one. */
export function ownClientId(): string {
  const id = knownClientId() ?? crypto.randomUUID()
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // The mails' own links still change and end them.
  }
  return id
}
