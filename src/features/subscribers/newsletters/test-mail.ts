import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readEmailAddress } from '../../../platform/mail/address.ts'
import { type MailTemplate, markTest } from '../../mail/templates/index.ts'
import type { MessageStore } from './message-store.ts'

export type TestMails = ReturnType<typeof createTestMails>

export interface TestMailOptions {
  readonly templates: readonly MailTemplate[]
  readonly store: Pick<MessageStore, 'insertTest'>
  readonly addressHash: (emailKey: string) => string
  readonly wakeMail: () => void
  /** Waits up to `withinMs` until the mails of a run are settled. */
  readonly settled: (runId: string, withinMs: number) => Promise<unknown>
  /** Waits until this node has the latest changes, so that a just saved template is the one sent. */
  readonly upToDate: () => Promise<void>
  readonly clock: Clock
}

const WAIT_MS = 10_000

/** Sends sample mails through the outbox. */
export function createTestMails({ templates, store, addressHash, wakeMail, settled, upToDate, clock }: TestMailOptions) {
  return {
    /**
     * Sends a template with sample data, and waits some seconds. Resolves to the id of the mail.
     * @throws AppError invalid_request, not_found, forbidden
     */
    async send(
      {
        to,
        template: id,
        lang,
        isOwner,
      }: { readonly to: string; readonly template: string; readonly lang: string; readonly isOwner: boolean },
      actor: Actor,
    ): Promise<string> {
      const address = readEmailAddress(to)
      if ('problem' in address) throw buildInvalidFieldError('to', address.problem)
      const template = templates.find((each) => each.id === id)
      const [sample] = template?.samples ?? []
      if (sample === undefined) throw new AppError('not_found', 'No such template')
      if (template?.ownerOnly === true && !isOwner) throw new AppError('forbidden', 'Only owners can test account emails')
      const now = clock.now()
      const runId = randomUUID()
      const mail = {
        key: `test ${runId}`,
        template: id,
        to: address.email,
        // The most urgent kind, because somebody is waiting. Its links name no subscription, so it cannot unsubscribe.
        kind: 'account',
        lang,
        units: 'metric',
        timezone: sample.timezone,
        data: markTest(sample.data),
        parts: [...sample.parts.keys()],
        runId,
      } as const
      const object = { type: 'mail', id: addressHash(address.key) }
      await upToDate()
      const mailId = await store.insertTest(
        mail,
        sample.parts,
        { at: now, actor, action: 'email.test', object, after: { template: id } },
        now,
      )
      wakeMail()
      await settled(runId, WAIT_MS)
      return mailId
    },
  }
}
