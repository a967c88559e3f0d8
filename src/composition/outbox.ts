import { type Mail, openMail, openToken } from '../features/mail/outbox/index.ts'
import type { Links } from './connections.ts'
import type { Foundation } from './foundation.ts'
import type { Templates } from './templates.ts'
import { MailFailure } from '../platform/mail/failure.ts'

/** The outbox and its workers, on whatever transport is in force. */
export function openOutbox(foundation: Foundation, { transport }: Links, { renderer }: Templates): Mail {
  const { config, linkBase, settings, storage, clock, counted, keyring, sealing, onError } = foundation
  const mail = openMail({
    db: storage.database.kysely,
    transport,
    render(outgoing) {
      // Nobody could say who is not to be written to, and no link could be opened: everything waits, as for a server that is away.
      if (keyring.fault !== null) throw new MailFailure('unreachable', keyring.fault)
      return renderer.render(openToken(outgoing, sealing))
    },
    publicUrl: linkBase.origin,
    sender: config.MAIL_FROM.address,
    addressHash: (emailKey) => (keyring.fault === null ? keyring.keyedHash : keyring.passingHash)('address', emailKey),
    clock,
    perSecond: () => (transport.kind === 'files' ? null : settings.current().mailPerSecond),
    onOutcome: counted.mail,
    onError,
  })
  counted.watchOutbox(mail.queueStats)
  return mail
}
