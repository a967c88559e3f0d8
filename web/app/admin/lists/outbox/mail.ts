import type { ListItem } from '../../kit/list/types.ts'
import type { Tone } from '../../kit/status.tsx'

export const OUTBOX = '/api/admin/outbox'
export type Mail = ListItem<typeof OUTBOX>

export const MAIL_TONES: Readonly<Record<Mail['state'], Tone>> = {
  waiting: 'busy',
  sent: 'good',
  failed: 'bad',
  suppressed: 'notice',
  expired: 'quiet',
  withdrawn: 'quiet',
}
