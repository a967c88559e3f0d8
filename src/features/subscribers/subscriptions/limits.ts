import { DAY_MS } from '../../../time.ts'

/** Active city subscriptions of one address over all clients; those that are not confirmed do not count. */
export const MAX_CITIES_PER_EMAIL = 20

/** Active subscriptions of one clientId, confirmed or not. */
export const MAX_PER_CLIENT = 100

/** Rows that one clientId may leave behind, inactive ones too. */
export const MAX_ROWS_PER_CLIENT = 1_000

/** For how long an unconfirmed subscription and the link in its mail wait. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS

/** Confirmation mails to one mailbox, whoever asks for them and however its address is spelled: beyond it there is silently none. */
export const MAX_CONFIRMATION_MAILS = 3
export const CONFIRMATION_MAILS_WINDOW_MS = DAY_MS

/** A mail that is this young speaks for what the same client asks besides. */
export const CONFIRMATION_MAIL_COVERS_MS = 10 * 60_000

/** For how long an inactive subscription can be brought back before it is erased. */
export const KEPT_INACTIVE_MS = 30 * DAY_MS

/** For how long it is known that an address refused a subscription. */
export const KEPT_REFUSED_MS = 3 * 365 * DAY_MS
