import type { Messages } from '../../../src/messages/messages.ts'

/** The page's fixed texts. */
export type DayTexts = Messages<'dayPage'>
