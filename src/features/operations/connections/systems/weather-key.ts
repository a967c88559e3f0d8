import { cellOf } from '../../../../domain/cell.ts'
import type { Meter } from '../../../../gateway/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { ProviderFailure, type WeatherCapability } from '../../../../providers/provider.ts'
import { CheckUnpaid, KeyRefused, type StoredKey } from '../keys.ts'
import { CheckFailed } from '../system.ts'
import { askProvider, failureText } from './provider-check.ts'

/** A place that every plan covers. */
const SOMEWHERE = cellOf(51.48, 0)

/** Tries a key before it is used, with a call to the provider. */
export function weatherKeyCheck(
  { meter, clock }: { readonly meter: Meter; readonly clock: Clock },
  weatherWith: (key: string) => WeatherCapability,
): StoredKey['verify'] {
  return async (key, occasion) => {
    try {
      await askProvider(meter, occasion, (calls) => weatherWith(key).fetch(SOMEWHERE, ['current'], calls, clock.now()))
      return 'Responding normally'
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const { kind, retryAfterSeconds = 60 } = error
      if (kind === 'refused_key' || kind === 'no_subscription') throw new KeyRefused(failureText(kind), { cause: error })
      throw kind === 'budget_spent' ? new CheckUnpaid(retryAfterSeconds) : new CheckFailed(failureText(kind), { cause: error })
    }
  }
}
