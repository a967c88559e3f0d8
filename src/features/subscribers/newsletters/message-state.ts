/** `scheduled`: it has not begun. `enqueuing`: its mails are being written. */
export const MESSAGE_STATES = ['scheduled', 'enqueuing', 'enqueued', 'cancelled'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]
