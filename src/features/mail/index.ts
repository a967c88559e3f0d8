export { type Mail, openMail } from './mail.ts'
export { emailKeyOf, type MailKind, type OutgoingMail, type RenderedMail, type RenderMail } from './outgoing.ts'
export { insertMails, insertParts, listNewMails, withdrawMails } from './outgoing-store.ts'
export { OUTBOX_EXAMPLE, OutboxItem, outboxItem, registerOutboxAdmin } from './outbox-admin.ts'
export { createOutboxAdminStore, type MailsOfDay, type OutboxAdminStore } from './outbox-admin-store.ts'
export { registerSuppressionAdmin } from './suppression-admin.ts'
export { createSuppressionAdminStore, type SuppressionAdminStore } from './suppression-admin-store.ts'
export { registerTemplateAdmin } from './templates/admin.ts'
export { createTemplateAdminStore } from './templates/admin-store.ts'
export { createTemplateEditing, type TemplateEditing } from './templates/editing.ts'
export { erasePersonMails, exportPersonMails, type PersonKeys } from './person-store.ts'
export { findSuppressions, importSuppressions, liftUnsubscription, type SuppressionEntry } from './suppression-import-store.ts'
export { openToken, SEALED_MAIL_PLACES, sealToken } from './sealed-token.ts'
export { mailTables, type MailTables } from './tables.ts'
export { limitText, MAIL_LANGUAGES, type MailLanguage, type MailWords, mailWords, type Measures, measuresOf } from './catalogue/index.ts'
export {
  createMailRenderer,
  createTemplateSandbox,
  createTemplateStore,
  distinctCredits,
  type MailContext,
  type MailRenderer,
  type MailParts,
  type MailSample,
  type MailTemplate,
  type MailView,
  type TemplateSandbox,
  readMailSources,
  severityMark,
  tellPlace,
  tellSpan,
  tellZone,
} from './templates/index.ts'
