export type { MessageParameters } from './message.ts'
export { MAIL_LANGUAGES, type MailLanguage, type MailWords, mailWords } from './words.ts'
export { type Measures, measuresOf } from './measures.ts'
