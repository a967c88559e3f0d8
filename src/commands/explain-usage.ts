/** Separate from the command, which loads alerting and is loaded only when used. */
export const EXPLAIN_USAGE = 'admin explain-alert SUBSCRIPTION [--at TIME]'
