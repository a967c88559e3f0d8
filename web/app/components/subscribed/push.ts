import { api } from '../../api/browser.ts'
import { readClientId, ensureClientId } from '../subscribe/client-id.ts'

/** What stands between a reader and notifications; `ready`: nothing. `install`: iOS has them in installed sites only. */
export type Support = 'ready' | 'denied' | 'unsupported' | 'install'

/** A place that this browser is notified of. */
export interface Watch {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

export function detectPushSupport(): Support {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)
    return Notification.permission === 'denied' ? 'denied' : 'ready'
  return (navigator as { readonly standalone?: boolean }).standalone === false ? 'install' : 'unsupported'
}

/** The places that this browser is notified of. @throws ApiFailure */
export async function readWatches(): Promise<readonly Watch[]> {
  const clientId = readClientId()
  const registration = await navigator.serviceWorker.getRegistration()
  if (clientId === null || Notification.permission !== 'granted' || !(await registration?.pushManager.getSubscription())) return []
  return (await api.get('/api/push/watches', { query: { clientId } })).watches
}

/**
 * Asks for permission and subscribes at the browser's push service; the fields that the form then sends along. Null: the reader did not allow
 * it. Call it in a click.
 * @throws if the push service or ours cannot be reached
 */
export async function subscribeToPush(): Promise<Readonly<Record<string, string>> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await api.get('/api/push')
  const former = await pushManager.getSubscription()
  // Made for a key that the service has lost.
  if (former !== null && base64url(former.options.applicationServerKey) !== publicKey) await former.unsubscribe()
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON()
  return { do: 'push', clientId: ensureClientId(), known: 'on', endpoint: endpoint ?? '', ...keys }
}

/** Ends notifications of a place; without places, the browser gives up its endpoint. @throws ApiFailure */
export async function endWatch({ lat, lon }: Watch): Promise<readonly Watch[]> {
  await api.delete('/api/push/watches', { body: { clientId: readClientId() ?? '', lat, lon } })
  const left = await readWatches()
  const registration = await navigator.serviceWorker.getRegistration()
  if (left.length === 0) await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return left
}

/** Has a test notification sent to this browser; false: its push service did not take it. @throws ApiFailure */
export async function sendTestPush(): Promise<boolean> {
  return (await api.post('/api/push/test', { body: { clientId: readClientId() ?? '' } })).outcome === 'sent'
}

function base64url(key: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
