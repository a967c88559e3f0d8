import type { Feature, Foundation } from '../../../../foundation.ts'
import type { Product } from '../../../../providers/provider.ts'
import { registerLimits } from './routes.ts'
import { createLimitsService, type LimitsOptions } from './service.ts'

interface LimitNeeds extends Pick<LimitsOptions, 'usage' | 'batch' | 'subscriptions'> {
  /** The products whose calls are shared among clients. */
  readonly products: () => readonly Product[]
}

/** The limits for clients, and what is left of them. */
export function openLimits({ meter, windows, clock, limiter }: Foundation, { products, ...rest }: LimitNeeds) {
  const limits = createLimitsService({
    shares: () => products().flatMap((each) => meter.clientShares(each).map((share) => ({ ...share, product: each.id }))),
    windows,
    ...rest,
    clock,
  })
  return { routes: (app) => registerLimits(app, { limits, limiter }) } satisfies Feature
}
