import type { Feature, Foundation } from '../../../../foundation.ts'
import type { Product } from '../../../../providers/provider.ts'
import { registerLimits } from './routes.ts'
import { createLimitsService, type LimitsOptions } from './service.ts'

interface LimitNeeds extends Pick<LimitsOptions, 'batch' | 'subscriptions'> {
  /** The product whose budget is shown. */
  readonly product: () => Product | undefined
  /** The products whose calls are shared among clients. */
  readonly sharedProducts: () => readonly Product[]
}

/** The limits for clients, and what is left of them. */
export function openLimits({ meter, windows, clock, limiter }: Foundation, { product, sharedProducts, ...bounds }: LimitNeeds) {
  const limits = createLimitsService({
    async usage() {
      const main = product()
      return main === undefined ? [] : meter.usage(main)
    },
    shares: () => sharedProducts().flatMap((each) => meter.clientShares(each).map((share) => ({ ...share, product: each.id }))),
    windows,
    ...bounds,
    clock,
  })
  return { routes: (app) => registerLimits(app, { limits, limiter }) } satisfies Feature
}
