import { until } from '../../test/helpers/until.ts'
import { recordAnswer, recordOutcome, type Target } from './record.ts'
import { PATIENCE_MS } from './visitor.ts'

interface Verdict {
  readonly status: string
  readonly message: string | null
}
interface System extends Verdict {
  readonly id: string
  readonly parts?: readonly (Verdict & { readonly id: string })[] | null
}
interface FeedState {
  readonly feed: string
  readonly part: string
  readonly completeAt: string | null
  readonly failure: string | null
}

/** Every part of every outside system, and every feed of official warnings, each read at least once by the schedule. */
export async function exerciseReaders({ visitor, standIns: { simulator }, record }: Target): Promise<void> {
  const { body } = await visitor.ask('GET', '/api/admin/connections', { isOwner: true })
  for (const { id, parts } of body.items as System[]) {
    for (const part of parts?.map((each) => each.id) ?? [undefined]) {
      const answer = await visitor.ask('PATCH', '/api/admin/connections', { isOwner: true, body: { id, check: true, part } })
      const system = answer.body as Partial<System> | null
      const { status = answer.status, message } = system?.parts?.find((each) => each.id === part) ?? system ?? {}
      record({
        kind: 'reader',
        name: [id, part].join(' '),
        status: answer.status,
        answer: `${status}: ${outlineMessage(message)}`,
        fault: null,
      })
    }
  }
  const feed = { url: `${simulator.url}/cap/rss` }
  record(
    recordAnswer(
      'reader',
      'preview of a feed',
      await visitor.ask('POST', '/api/admin/warning-feeds/preview', { isOwner: true, body: feed }),
    ),
  )
  const added = { ...feed, name: 'MetService', license: 'CC BY 4.0' }
  record(
    recordAnswer('reader', 'a feed that is added', await visitor.ask('POST', '/api/admin/warning-feeds', { isOwner: true, body: added })),
  )
  const read = async (): Promise<FeedState[]> => (await visitor.ask('GET', '/api/admin/warning-feeds', { isOwner: true })).body.items
  await until(
    'every feed has been read',
    async () => (await read()).every(({ completeAt, failure }) => completeAt !== null || failure !== null),
    PATIENCE_MS,
  )
  for (const { feed: id, part, failure } of await read())
    record(recordOutcome('reader', `warnings ${id} ${part}`, 200, failure ?? 'read', 'read'))
}

/** Without what came, which a call by schedule between the check and its answer leaves out. */
function outlineMessage(message: string | null | undefined): string {
  return String(message).split(':', 1)[0] as string
}
