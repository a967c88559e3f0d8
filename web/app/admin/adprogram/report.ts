import type { Answer } from '../../api/ask.ts'

export type Report = Answer<'get', '/api/admin/adprogram/report'>
export type Connection = Report['connection']

export const RANGES = { '7d': '7 days', '30d': '30 days', mtd: 'This month' } as const
export type Range = keyof typeof RANGES

/** Formats sums in the account's currency. */
export function moneyIn(currency: string | null): (value: number) => string {
  const format = new Intl.NumberFormat(
    'en',
    currency === null ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { style: 'currency', currency },
  )
  return (value) => format.format(value)
}
