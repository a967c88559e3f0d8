export { type MailsOfDay } from './admin-store.ts'
export { OUTBOX_EXAMPLE, OutboxItem, outboxItem } from './admin.ts'
export { idOfMail, insertMails, insertParts, listNewMails, listParts, withdrawMails } from './outgoing-store.ts'
export {
  type MailKind,
  type MailToRender,
  type OutgoingMail,
  type RenderedMail,
  type RenderMail,
  UNSUBSCRIBE_SCOPES,
  type UnsubscribeScope,
} from './outgoing.ts'
export { listMails, type MailProgress } from './outgoing-store.ts'
export { erasePersonMails, exportPersonMails } from './person-store.ts'
export { openToken, SEALED_MAIL_PLACES, sealToken } from './outgoing.ts'
export { type MailTables, outboxTables } from './tables.ts'
export { openOutbox, type Outbox } from './open.ts'
