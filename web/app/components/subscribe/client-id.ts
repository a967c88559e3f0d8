import { readStoredText, storeText } from '../../visit/storage.ts'

/** Key in the browser's storage: a secret by which the API recognises this browser's subscriptions. Created with the first subscription. */
const KEY = 'subscriptions.client'
const SHAPE = /^[\x21-\x7e]{1,128}$/

/** Null on the server, before the first subscription, and if storage is forbidden. */
export function readClientId(): string | null {
  const id = readStoredText(KEY)
  return id !== null && SHAPE.test(id) ? id : null
}

/** The existing id, or a new one. */
export function ensureClientId(): string {
  const id = readClientId() ?? crypto.randomUUID()
  // Without storage, links in the mails still allow changes and unsubscribing.
  storeText(KEY, id)
  return id
}
