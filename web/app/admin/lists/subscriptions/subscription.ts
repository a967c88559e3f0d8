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
