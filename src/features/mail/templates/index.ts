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
export { distinctCredits, type LevelData, levelMark, placeText, distinctPlaceText, spanText, zoneText } from './phrases.ts'
export { SAMPLE_TOKEN } from './samples.ts'
export { RenderedMailItem } from './schemas.ts'
export { templateTables } from './tables.ts'
export { mailLinks } from './links.ts'
export { openTemplates } from './open.ts'
