export { type MailWords, getMailWords } from './words.ts'
export { formatExtraValue, formatLevelLimit } from './level-text.ts'
export { type Measures, buildMeasures } from './measures.ts'
export { createOutlookWriter } from './outlook-writer.ts'
