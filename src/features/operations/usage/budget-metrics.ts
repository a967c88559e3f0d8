import type { Product } from '@isobar/providers/port'
import { Gauge, type Registry } from 'prom-client'
import { HOUR_SECONDS, type Meter, MINUTE_SECONDS, MONTH_SECONDS } from '../../../gateway/index.ts'
import { DAY_SECONDS } from '../../../time.ts'

const WINDOWS: Readonly<Record<number, string>> = {
  [MINUTE_SECONDS]: 'minute',
  [HOUR_SECONDS]: 'hour',
  [DAY_SECONDS]: 'day',
  [MONTH_SECONDS]: 'month',
}

type Field = 'remaining' | 'limit'

/** Exports each product's budgets, in weighted calls, for the current minute, hour, day and month (UTC); each scrape queries the database. */
export function watchBudgets(registry: Registry, meter: Pick<Meter, 'usage'>, products: () => readonly Product[]): void {
  let reading:
    | Promise<readonly { readonly labels: Record<'product' | 'window', string>; readonly values: Record<Field, number> }[]>
    | undefined

  async function read() {
    const all = await Promise.all(products().map(async (product) => ({ product: product.id, windows: await meter.usage(product) })))
    return all.flatMap(({ product, windows }) =>
      windows.map(({ windowSeconds, limit, used }) => ({
        labels: { product, window: WINDOWS[windowSeconds] ?? `${windowSeconds}s` },
        values: { limit, remaining: Math.max(0, limit - used) },
      })),
    )
  }
  // One query serves both gauges. Without the database they have no value.
  const once = () =>
    (reading ??= read()
      .catch(() => [])
      .finally(() => (reading = undefined)))

  function add(field: Field, help: string): void {
    const gauge = new Gauge({
      name: `isobar_budget_${field}_calls`,
      help,
      labelNames: ['product', 'window'],
      registers: [registry],
      // Every process reads the same values.
      aggregator: 'min',
      async collect() {
        const budgets = await once()
        gauge.reset()
        for (const { labels, values } of budgets) gauge.set(labels, values[field])
      },
    })
  }
  add('remaining', 'Calls left in the current minute, hour, day or month (UTC), by product; weighted if the provider weighs them')
  add('limit', 'Calls allowed in a minute, hour, day or month (UTC), by product')
}
