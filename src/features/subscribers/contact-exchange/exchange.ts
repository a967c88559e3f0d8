import type { Clock } from '../../../platform/clock.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { Job, JobContext } from '../../operations/jobs/index.ts'
import type { ExchangeStore, Subscriber } from './exchange-store.ts'
import { MailServiceFailure, type RemoteContact, type RemotePage, type Resend } from './resend.ts'

export interface ExchangeOptions {
  readonly store: ExchangeStore
  readonly service: Resend
  /** Keyed hash of an `email_key`. */
  readonly addressHash: (emailKey: string) => string
  readonly clock: Clock
}

export const PHASES = ['suppressions', 'contacts', 'push'] as const

/** `phasesDone`: how many of PHASES are complete. */
export const NO_COUNTS = {
  phasesDone: 0,
  suppressionsRead: 0,
  suppressionsAdded: 0,
  contactsRead: 0,
  unsubscribed: 0,
  removed: 0,
  addressesRead: 0,
  pushed: 0,
  failed: 0,
}

interface Exchange extends Omit<ExchangeOptions, 'addressHash'> {
  readonly hashOf: (email: string) => string
  readonly signal: AbortSignal
  /** Adds to the run's counts. */
  count(more: Partial<typeof NO_COUNTS>): void
}

const SUBSCRIBERS_PER_PAGE = 200
/** Overlap with the time before the last exchange began: clocks differ, and lists settle late. */
const OVERLAP_MS = 10 * MINUTE_MS

/**
 * The job that syncs contacts and suppressions with the mail service. A run that was cut off starts over: it repeats readings, but no
 * changes.
 */
export function createExchangeJob({ addressHash, ...options }: ExchangeOptions): Job {
  return {
    name: 'contact-exchange',
    async run({ startedAt, signal, progress }: JobContext) {
      const counts = { ...NO_COUNTS }
      const exchange: Exchange = {
        ...options,
        hashOf: (email) => addressHash(toEmailKey(email)),
        signal,
        count(more) {
          for (const [name, added] of Object.entries(more)) counts[name as keyof typeof NO_COUNTS] += added
          progress(counts)
        },
      }
      try {
        for (const phase of [pullSuppressions, pullContacts, pushContacts]) {
          await phase(exchange, startedAt)
          exchange.count({ phasesDone: 1 })
        }
        return { status: 'completed', ...counts }
      } catch (error) {
        if (signal.aborted) return { status: 'partial', ...counts }
        if (!(error instanceof MailServiceFailure)) throw error
        return { status: 'failed', ...counts, error: error.message }
      }
    },
  }
}

/** Imports the service's suppressions that are newer than the last exchange. */
async function pullSuppressions({ store, service, hashOf, signal, count }: Exchange, startedAt: number): Promise<void> {
  const from = (await store.findSuppressionsFrom()) ?? -Infinity
  for await (const items of pagesOf(service.listSuppressions, signal)) {
    const fresh = items.filter(({ since }) => since >= from)
    const entries = fresh.map(({ email, reason, since }) => ({ addressHash: hashOf(email), reason, since, note: service.name }))
    count({ suppressionsRead: fresh.length, suppressionsAdded: await store.importSuppressions(entries) })
    // Newest first: everything after the first known entry is known.
    if (fresh.length < items.length) break
  }
  await store.putSuppressionsFrom(startedAt - OVERLAP_MS)
}

/**
 * Reads the service's contacts. People who unsubscribed there are unsubscribed here too; contacts that we added and that have no
 * subscription left are removed there.
 */
async function pullContacts({ store, service, hashOf, clock, signal, count }: Exchange): Promise<void> {
  for await (const items of pagesOf(service.listContacts, signal)) {
    const contacts = items.map((contact) => ({ ...contact, addressHash: hashOf(contact.email), emailKey: toEmailKey(contact.email) }))
    const reported = await store.listReported(contacts.map(({ addressHash }) => addressHash))
    const present = await store.listPresent(contacts.map(({ emailKey }) => emailKey))
    const ours = contacts.filter(({ emailKey }) => present.has(emailKey))
    // Not contacts that we reported as unsubscribed: they may have resubscribed here since.
    const left = ours.filter(({ unsubscribed, addressHash }) => unsubscribed && reported.get(addressHash) !== false)
    const since = clock.now()
    await store.importSuppressions(left.map(({ addressHash }) => ({ addressHash, reason: 'unsubscribed', since, note: service.name })))
    await store.putReported(
      ours.map(({ addressHash, unsubscribed }) => ({ addressHash, subscribed: !unsubscribed })),
      since,
    )
    const gone = contacts.filter(({ addressHash, emailKey }) => reported.has(addressHash) && !present.has(emailKey))
    for (const { email, addressHash } of gone) {
      await service.deleteContact(email, signal)
      await store.deleteReported(addressHash)
    }
    count({ contactsRead: items.length, unsubscribed: left.length, removed: gone.length })
  }
}

/** Reports changed subscribers to the service. A rejected contact does not affect the others. */
async function pushContacts({ store, service, hashOf, clock, signal, count }: Exchange): Promise<void> {
  let page: Subscriber[] = []
  do {
    page = await store.listSubscribers(page.at(-1)?.emailKey ?? '', SUBSCRIBERS_PER_PAGE)
    const subscribers = page.map((subscriber) => ({ ...subscriber, addressHash: hashOf(subscriber.email) }))
    const hashes = subscribers.map(({ addressHash }) => addressHash)
    const reported = await store.listReported(hashes)
    const suppressions = new Map((await store.findSuppressions(hashes)).map((entry) => [entry.addressHash, entry]))
    for (const { addressHash, email, wantsMail, confirmedAt } of subscribers) {
      count({ addressesRead: 1 })
      const suppression = suppressions.get(addressHash)
      const isBack = suppression?.reason === 'unsubscribed' && (confirmedAt?.getTime() ?? -Infinity) > suppression.since
      if (isBack) await store.liftUnsubscription(addressHash)
      const subscribed = wantsMail && (suppression === undefined || isBack)
      // The service need not know people who never had mail from us.
      if ((reported.get(addressHash) ?? false) === subscribed) continue
      const isAccepted = await push({ email, unsubscribed: !subscribed }, service, signal)
      if (isAccepted) await store.putReported([{ addressHash, subscribed }], clock.now())
      count(isAccepted ? { pushed: 1 } : { failed: 1 })
    }
  } while (page.length === SUBSCRIBERS_PER_PAGE)
}

async function push(contact: RemoteContact, service: Resend, signal: AbortSignal): Promise<boolean> {
  try {
    await service.putContact(contact, signal)
    return true
  } catch (error) {
    if (error instanceof MailServiceFailure && error.kind === 'rejected') return false
    throw error
  }
}

async function* pagesOf<Item>(list: (after: string | null, signal: AbortSignal) => Promise<RemotePage<Item>>, signal: AbortSignal) {
  let cursor: string | null = null
  do {
    const { items, next }: RemotePage<Item> = await list(cursor, signal)
    yield items
    cursor = next
  } while (cursor !== null)
}
