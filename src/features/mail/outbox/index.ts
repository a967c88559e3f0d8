export { type MailsOfDay } from './admin-store.ts'
export { OUTBOX_EXAMPLE, OutboxItem, toOutboxItem } from './admin.ts'
export { insertPageOrEach, type WrittenPage } from './insert-or-each.ts'
export {
  type AttemptedMail,
  extendPart,
  findAttempted,
  findPart,
  readMailIdByKey,
  insertMails,
  insertParts,
  listMails,
  listNewMails,
  listParts,
  type MailProgress,
  withdrawMails,
} from './outgoing-store.ts'
export { type MailKind, type RenderedMail, type RenderMail, UNSUBSCRIBE_SCOPES, type UnsubscribeScope } from '../templates/index.ts'
export { openToken, type OutgoingMail, SEALED_MAIL_PLACES, sealToken } from './outgoing.ts'
export { ATTEMPTS_ALLOWED, isMissingMailbox, computeNextAttempt } from './settling.ts'
export { erasePersonMails, exportPersonMails } from './person-store.ts'
export { type MailTables, outboxTables } from './tables.ts'
export { openOutbox, type Outbox } from './open.ts'
