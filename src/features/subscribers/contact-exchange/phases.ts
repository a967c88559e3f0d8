import { emailKeyOf } from '../../../platform/mail/address.ts'
import type { ExchangeCount, ExchangeState, ExchangeStore } from './exchange-store.ts'
import { type MailService, MailServiceFailure, type RemoteContact } from './port.ts'

export interface PhaseOptions {
  readonly store: ExchangeStore
  readonly service: MailService
  /** Keyed hash of the person an address belongs to. */
  readonly hashOf: (email: string) => string
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Runs one step; resolves to the state after it. */
export type ExchangeStep = (state: ExchangeState, options: PhaseOptions) => Promise<ExchangeState>

const SUBSCRIBERS = 200
/** Calls per step; few, so that progress is saved soon. */
const MAX_TOLD = 10

/** Imports the unknown entries of one page of the service's suppressions. */
export const pullSuppressions: ExchangeStep = async (state, { store, service, hashOf, signal }) => {
  const { items, next } = await service.listSuppressions(state.cursor, signal)
  const from = state.suppressionsFrom ?? -Infinity
  const fresh = items.filter(({ since }) => since >= from)
  const added = await store.importSuppressions(
    fresh.map(({ email, reason, since }) => ({ addressHash: hashOf(email), reason, since, note: service.name })),
  )
  const counted = counting(state, { suppressionsRead: fresh.length, suppressionsAdded: added })
  // Newest first: everything after the first known entry is known.
  if (next !== null && fresh.length === items.length) return { ...counted, cursor: next }
  return { ...counted, phase: 'contacts', cursor: null, suppressionsFrom: state.suppressionsNext }
}

/**
 * Reads one page of the service's contacts. People who unsubscribed there are unsubscribed here too; contacts that we added and that have
 * no subscription left are removed there.
 */
export const pullContacts: ExchangeStep = async (state, { store, service, hashOf, now, signal }) => {
  const { items, next } = await service.listContacts(state.cursor, signal)
  const contacts = items.map((contact) => ({ ...contact, addressHash: hashOf(contact.email), emailKey: emailKeyOf(contact.email) }))
  const told = await store.listTold(contacts.map(({ addressHash }) => addressHash))
  const present = await store.listPresent(contacts.map(({ emailKey }) => emailKey))
  const ours = contacts.filter(({ emailKey }) => present.has(emailKey))
  // Not contacts that we reported as unsubscribed: they may have resubscribed here since.
  const left = ours.filter(({ unsubscribed, addressHash }) => unsubscribed && told.get(addressHash) !== false)
  await store.importSuppressions(left.map(({ addressHash }) => ({ addressHash, reason: 'unsubscribed', since: now(), note: service.name })))
  await store.putTold(
    ours.map(({ addressHash, unsubscribed }) => ({ addressHash, subscribed: !unsubscribed })),
    now(),
  )
  const gone = contacts.filter(({ addressHash, emailKey }) => told.has(addressHash) && !present.has(emailKey))
  for (const { email, addressHash } of gone) {
    await service.deleteContact(email, signal)
    await store.deleteTold(addressHash)
  }
  const counted = counting(state, { contactsRead: items.length, unsubscribed: left.length, removed: gone.length })
  return next === null ? { ...counted, phase: 'push', cursor: null } : { ...counted, cursor: next }
}

/** Pushes changes of one page of subscribers to the service. A rejected contact does not affect the others. */
export const pushContacts: ExchangeStep = async (state, options) => {
  const { store, hashOf } = options
  const subscribers = await store.listSubscribers(state.cursor ?? '', SUBSCRIBERS)
  const hashed = subscribers.map((subscriber) => ({ ...subscriber, addressHash: hashOf(subscriber.email) }))
  const hashes = hashed.map(({ addressHash }) => addressHash)
  const told = await store.listTold(hashes)
  const suppressions = new Map((await store.findSuppressions(hashes)).map((entry) => [entry.addressHash, entry]))
  let pushed = 0
  let failed = 0
  let read = 0
  for (const subscriber of hashed) {
    if (pushed + failed >= MAX_TOLD) break
    read += 1
    const { addressHash, email } = subscriber
    const suppression = suppressions.get(addressHash)
    const isBack = suppression?.reason === 'unsubscribed' && (subscriber.confirmedAt ?? -Infinity) > suppression.since
    if (isBack) await store.liftUnsubscription(addressHash)
    const subscribed = subscriber.wantsMail && (suppression === undefined || isBack)
    // The service need not know people who never had mail from us.
    if ((told.get(addressHash) ?? false) === subscribed) continue
    const isTaken = await tell({ email, unsubscribed: !subscribed }, options)
    if (isTaken) await store.putTold([{ addressHash, subscribed }], options.now())
    if (isTaken) pushed += 1
    else failed += 1
  }
  const counted = counting(state, { addressesRead: read, pushed, failed })
  const isEnd = read === subscribers.length && read < SUBSCRIBERS
  return isEnd ? { ...counted, phase: null, cursor: null } : { ...counted, cursor: subscribers[read - 1]?.emailKey ?? null }
}

async function tell(contact: RemoteContact, { service, signal }: PhaseOptions): Promise<boolean> {
  try {
    await service.putContact(contact, signal)
    return true
  } catch (error) {
    if (error instanceof MailServiceFailure && error.kind === 'rejected') return false
    throw error
  }
}

function counting(state: ExchangeState, more: Partial<Record<ExchangeCount, number>>): ExchangeState {
  const counts = { ...state.counts }
  for (const [name, count] of Object.entries(more)) counts[name as ExchangeCount] += count
  return { ...state, counts }
}
