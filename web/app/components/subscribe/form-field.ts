/** A text field of a form; undefined if the form has none of that name. */
export function readFormText(form: FormData | undefined, name: string): string | undefined {
  const value = form?.get(name)
  return typeof value === 'string' ? value : undefined
}

/** The kinds of subscriptions with their frequencies, the default first. */
export const FREQUENCIES = {
  city_weekly: ['weekly', 'daily', 'biweekly', 'monthly'],
  city_alerts: ['immediate', 'hourly', 'daily'],
  newsletter: ['weekly', 'monthly'],
} as const

export type SubscriptionType = keyof typeof FREQUENCIES
export const SUBSCRIPTION_TYPES = Object.keys(FREQUENCIES) as SubscriptionType[]
