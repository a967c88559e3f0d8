export {
  MAIL_KINDS,
  type MailKind,
  type MailToRender,
  type RenderedMail,
  type RenderMail,
  UNSUBSCRIBE_SCOPES,
  type UnsubscribeScope,
} from './mail.ts'
export { type MailContext, type MailParts, type MailSample, type MailTemplate, type MailView, readMailSources } from './template.ts'
export {
  listDistinctCredits,
  type LevelData,
  buildLevelMark,
  formatMailPlace,
  formatDistinctPlace,
  formatSpanInZone,
  formatZoneNote,
} from './phrases.ts'
export { SAMPLE_TOKEN } from './samples.ts'
export { RenderedMailItem } from './schemas.ts'
export { templateTables } from './tables.ts'
export { formatOneClickUrl } from './links.ts'
export { openTemplates } from './open.ts'
export { markTest } from './test-mark.ts'
