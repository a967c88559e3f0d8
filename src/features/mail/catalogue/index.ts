export { type MailWords, mailWords } from './words.ts'
export { levelLimitText, levelText } from './level-text.ts'
export { type Measures, measuresOf } from './measures.ts'
