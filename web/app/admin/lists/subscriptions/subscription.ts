import type { ListItem } from '../../kit/list/types.ts'

export const SUBSCRIPTIONS = '/api/admin/subscriptions'
export type Subscription = ListItem<typeof SUBSCRIPTIONS>

export const TYPES: Readonly<Record<Subscription['type'], string>> = {
  newsletter: 'Newsletter',
  city_weekly: 'The week ahead',
  city_alerts: 'Weather alerts',
}

/** The frequencies of each type. */
export const FREQUENCIES: Readonly<Record<Subscription['type'], readonly Subscription['frequency'][]>> = {
  newsletter: ['weekly', 'monthly'],
  city_weekly: ['daily', 'weekly', 'biweekly', 'monthly'],
  city_alerts: ['immediate', 'hourly', 'daily'],
}

/** What the switch means for this subscription, in its position `isActive`. */
export function describeSendingSwitch(isActive: boolean, { active, confirmed }: Pick<Subscription, 'active' | 'confirmed'>): string {
  if (!isActive) return active ? 'Saving ends it: no more emails are sent' : 'Ended: no emails are sent'
  if (!confirmed) return 'No emails are sent until the address is confirmed'
  return active ? 'Emails are sent' : 'Saving resumes it: emails are sent again'
}
