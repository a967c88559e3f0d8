import { randomUUID } from 'node:crypto'
import { AppError, invalidField } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readEmailAddress } from '../../../platform/mail/address.ts'
import type { Actor } from '../../accounts/access/index.ts'
import type { MailTemplate } from '../../mail/templates/index.ts'
import type { TestMailStore } from './test-mail-store.ts'

export interface TestMails {
  /** Sends a template with made-up data, and waits some seconds. Resolves to the id of the mail. @throws AppError invalid_request, not_found, forbidden */
  send(
    test: { readonly to: string; readonly template: string; readonly lang: string; readonly isOwner: boolean },
    actor: Actor,
  ): Promise<string>
}

export interface TestMailOptions {
  readonly templates: readonly MailTemplate[]
  readonly store: TestMailStore
  readonly addressHash: (emailKey: string) => string
  readonly wakeMail: () => void
  /** Waits until the mails of a run are dealt with, but no longer than that. */
  readonly settled: (runId: string, withinMs: number) => Promise<unknown>
  /** Waits until this node knows what was last changed, so that what was just saved is what is sent. */
  readonly upToDate: () => Promise<void>
  readonly clock: Clock
}

const WAIT_MS = 10_000

export function createTestMails({ templates, store, addressHash, wakeMail, settled, upToDate, clock }: TestMailOptions): TestMails {
  return {
    async send({ to, template: id, lang, isOwner }, actor) {
      const address = readEmailAddress(to)
      if ('problem' in address) throw invalidField('to', address.problem)
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
        // Before everything else that waits: somebody looks on. Its links name no subscription, so it has none to unsubscribe.
        kind: 'account',
        lang,
        units: 'metric',
        timezone: sample.timezone,
        data: sample.data,
        parts: [...sample.parts.keys()],
        runId,
      } as const
      const object = { type: 'mail', id: addressHash(address.key) }
      await upToDate()
      const mailId = await store.insert(mail, sample.parts, { at: now, actor, action: 'email.test', object, after: { template: id } }, now)
      wakeMail()
      await settled(runId, WAIT_MS)
      return mailId
    },
  }
}
