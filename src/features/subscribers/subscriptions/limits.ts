import { DAY_MS, MINUTE_MS } from '../../../time.ts'

/** Active city subscriptions of one address across clients; unconfirmed ones do not count. */
export const MAX_CITIES_PER_EMAIL = 20

/** Active subscriptions of one clientId, confirmed or not. */
export const MAX_PER_CLIENT = 100

/** Rows of one clientId, including inactive ones. */
export const MAX_ROWS_PER_CLIENT = 1_000

/** Lifetime of an unconfirmed subscription and of its confirmation link. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS

/** Confirmation mails to one mailbox, whoever requests them and however its address is spelled: beyond the limit, silently none is sent. */
export const MAX_CONFIRMATION_MAILS = 3
export const CONFIRMATION_MAILS_WINDOW_MS = DAY_MS

/** A confirmation mail younger than this also covers further requests of the same client. */
export const CONFIRMATION_MAIL_COVERS_MS = 10 * MINUTE_MS

/** How long an inactive subscription can be restored before it is erased. */
export const INACTIVE_RETENTION_MS = 30 * DAY_MS

/** Retention of refusals. */
export const REFUSAL_RETENTION_MS = 3 * 365 * DAY_MS
