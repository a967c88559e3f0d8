export { type MailWords, mailWords } from './words.ts'
export { extraText, levelLimitText } from './level-text.ts'
export { type Measures, measuresOf } from './measures.ts'
