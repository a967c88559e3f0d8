/** The kinds of subscriptions with their frequencies, the default first. */
export const FREQUENCIES = {
  city_weekly: ['weekly', 'daily', 'biweekly', 'monthly'],
  city_alerts: ['immediate', 'hourly', 'daily'],
  newsletter: ['weekly', 'monthly'],
} as const

export type SubscriptionType = keyof typeof FREQUENCIES
export const SUBSCRIPTION_TYPES = Object.keys(FREQUENCIES) as SubscriptionType[]
