export { messageMail } from './emails/message/index.ts'
export { mailingTables } from './tables.ts'
export { openNewsletters } from './open.ts'
