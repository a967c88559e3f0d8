import type { Clock } from '../../../platform/clock.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import { DAY_MS } from '../../../time.ts'
import { type Job, type JobContext, type JobResult, MAX_PREVIEW, type PreviewedMail } from '../../operations/jobs/index.ts'
import { type DecisionContext, decideDigest } from './decision.ts'
import type { WeeklyDigestData } from './emails/weekly-digest/data.ts'
import { createGatherer, type GatherOptions } from './gather.ts'
import { createNewsletters, type NewsletterOptions, type Newsletters } from './newsletter.ts'
import { createPlaceParts, type PlaceParts } from './parts.ts'
import { computeDigestPeriods } from './period.ts'
import { type DuePart, findDuePart, type Recipient } from './recipient.ts'
import type { Decision, DigestStore } from './store.ts'
import { writePage } from './writer.ts'

export interface DigestJobOptions extends GatherOptions, NewsletterOptions {
  readonly store: DigestStore
  /** Keyed hash of an `email_key`. */
  readonly addressHash: (emailKey: string) => string
  /** Called when there are new mails to send. */
  readonly onEnqueued: () => void
  readonly clock: Clock
}

/** Addresses per transaction. */
const PAGE = 200
/** How often a page may be read again because of new places or another run. */
const MAX_READINGS = 4
/** Places shown in a newsletter from what subscribers follow; with fewer, a place could reveal where somebody lives. */
const FOLLOWED_PLACES = 10
const FOLLOWERS = 3
const STORED_MS = 400 * DAY_MS

/** The job weekly-digests: one mail per address with everything due, each frequency once per calendar period. */
export function createDigestJob(options: DigestJobOptions): Job {
  return { name: 'weekly-digests', run: (context) => runDigests(options, context) }
}

interface Run {
  readonly parts: PlaceParts
  /** Writes decisions, or in a dry run finds what would be written; resolves to the number of new mails. */
  readonly insert: (decisions: readonly Decision[]) => Promise<number>
  /** The first mails that a dry run would have sent. */
  readonly preview: PreviewedMail[]
  readonly decisions: DecisionContext
  readonly newsletters: Newsletters
  readonly counts: { subscriptions: number; recipients: number; enqueued: number; skipped: number; failed: number }
}

async function runDigests(options: DigestJobOptions, context: JobContext): Promise<JobResult> {
  const { store } = options
  const { signal, dryRun, progress } = context
  const run = begin(options, context)
  const { counts, parts } = run
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    after = await runPage(options, context, run, after)
    progress({ ...counts, cities: parts.places })
  }
  if (!dryRun && !signal.aborted) await store.deleteDeliveriesBefore(context.startedAt - STORED_MS, signal)
  const isWhole = !signal.aborted && counts.failed === 0 && parts.unavailable === 0
  return {
    status: isWhole ? 'completed' : 'partial',
    ...counts,
    cities: parts.places,
    ...(dryRun ? { preview: run.preview } : {}),
  }
}

function begin(options: DigestJobOptions, { runId, startedAt: now, dryRun, signal }: JobContext): Run {
  const { store } = options
  const gatherer = createGatherer(options, now, signal)
  const periods = computeDigestPeriods(now)
  const parts = createPlaceParts({ store, gatherer, day: periods.daily.from, now, dryRun, signal })
  const preview: PreviewedMail[] = []
  const insert = async (decisions: readonly Decision[]): Promise<number> => {
    if (!dryRun) return store.insertDecisions(decisions, options.clock.now())
    const fresh = await store.listNewDecisions(decisions, options.clock.now())
    preview.push(...fresh.slice(0, MAX_PREVIEW - preview.length).map(previewOf))
    return fresh.length
  }
  return {
    parts,
    insert,
    preview,
    decisions: { runId, now, periods, partOf: (cell) => parts.of(cell) ?? null },
    newsletters: createNewsletters(options, parts, () => store.listFollowedCells(FOLLOWED_PLACES, FOLLOWERS)),
    counts: { subscriptions: 0, recipients: 0, enqueued: 0, skipped: 0, failed: 0 },
  }
}

/** Decides one page of addresses. Resolves to its last address, the cursor of the next page; undefined after the last page. */
async function runPage(options: DigestJobOptions, context: JobContext, run: Run, after: string): Promise<string | undefined> {
  const { counts, insert } = run
  for (let reading = 1; ; reading++) {
    // Gathering takes time, and people unsubscribe meanwhile: decisions use rows read just before.
    const page = await options.store.listRecipients(after, PAGE)
    const due = await dueOf(options, run, page)
    const isKnown = await gatherFor(run, due)
    if (context.signal.aborted) return after
    if (!isKnown && reading < MAX_READINGS) continue

    const decided: Decision[] = []
    for (const [hash, part] of due) {
      const places = part.newsletter ? await run.newsletters.placesFor(part.newest) : []
      const decision = decideDigest(part, places, hash, run.decisions)
      if (decision !== undefined) decided.push(decision)
    }
    if (context.signal.aborted) return after
    const written = await writePage(decided, insert, options.onError)
    if (written === 'again') {
      if (reading < MAX_READINGS) continue
      throw new Error('another run delivers the same digests')
    }
    counts.subscriptions += page.reduce((sum, { subscriptions }) => sum + subscriptions, 0)
    counts.recipients += page.length
    counts.skipped += page.length - due.size + decided.length - written.enqueued - written.failed
    counts.failed += due.size - decided.length + written.failed
    counts.enqueued += written.enqueued
    if (written.enqueued > 0 && !context.dryRun) options.onEnqueued()
    return page.at(-1)?.emailKey
  }
}

/** What is due, by address hash; suppressed addresses are omitted. */
async function dueOf({ store, addressHash }: DigestJobOptions, run: Run, page: readonly Recipient[]): Promise<Map<string, DuePart>> {
  const byHash = new Map(page.map((recipient) => [addressHash(recipient.emailKey), recipient]))
  const hashes = [...byHash.keys()]
  const [suppressed, delivered] = await Promise.all([store.listSuppressed(hashes), store.listDelivered(hashes, run.decisions.periods)])
  const due = new Map<string, DuePart>()
  for (const [hash, recipient] of byHash) {
    const part = suppressed.has(hash) ? undefined : findDuePart(recipient, delivered.get(hash) ?? new Set())
    if (part !== undefined) due.set(hash, part)
  }
  return due
}

/** Gathers the parts of all due places. True if all were already known to have weather or not. */
async function gatherFor({ parts }: Run, due: ReadonlyMap<string, DuePart>): Promise<boolean> {
  const cells = new Set([...due.values()].flatMap(({ cities }) => cities.map(({ cell }) => cell)))
  const missing = [...cells].filter((cell) => parts.of(cell) === undefined)
  if (missing.length > 0) await parts.ensure(missing)
  return missing.length === 0
}

/** A mail as a dry run shows it, with its address masked. */
function previewOf({ mail, deliveries }: Decision): PreviewedMail {
  const { cities, newsletter } = mail.data as WeeklyDigestData
  const to = maskEmail(mail.to)
  const content = [...cities.map(({ name, lat, lon }) => name ?? `${lat}, ${lon}`), ...(newsletter === null ? [] : ['the newsletter'])]
  const periods = deliveries.map(({ frequency, period }) => `${frequency} from ${period}`)
  return {
    summary: `${to} gets ${content.join(', ')}: ${periods.join(' and ')}`,
    to,
    lang: mail.lang,
    units: mail.units,
    periods: deliveries.map(({ frequency, period }) => ({ frequency, from: period })),
    cities: cities.map(({ name, lat, lon }) => ({ name, lat, lon })),
    newsletter: newsletter !== null,
  }
}
