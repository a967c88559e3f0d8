/** Separate from the command, which is loaded only when used. */
export const CLIENT_KEY_USAGE = [
  '`admin key create NAME --scopes LIST [--origins LIST] [--per-minute N] [--per-day N] [--per-month N] [--expires DATE]`',
  '`admin key list`',
  '`admin key rotate KEY [--overlap-hours N]`',
  '`admin key revoke KEY`',
].join(', ')
