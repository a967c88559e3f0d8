export { type MailWords, mailWords } from './words.ts'
export { type Measures, measuresOf } from './measures.ts'
