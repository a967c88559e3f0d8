/** Apart from the command, which loads alerting and is loaded only when it is asked for. */
export const EXPLAIN_USAGE = 'admin explain-alert SUBSCRIPTION [--at TIME]'
