import type { Answer } from '../../api/ask.ts'
import { formatFraction, formatQuantity } from '../kit/words.ts'

export type SourceGain = Answer<'get', '/api/admin/blend/gains'>['items'][number]

/** `4.1% worse`, `1% better`, `No proven difference`: what the blend would be without a source; how many days are missing while it is unknown. */
export function describeGain({ worse, isDecided, missingDays }: Pick<SourceGain, 'worse' | 'isDecided' | 'missingDays'>): string {
  if (worse === null) return `Not enough data yet: ${formatQuantity(missingDays, 'day is', 'days are')} missing`
  if (!isDecided) return 'No proven difference'
  return `${formatFraction(Math.abs(worse.value))} ${worse.value > 0 ? 'worse' : 'better'}`
}

/** `2.2% to 6.1%, 95% interval`: by how much the error would grow; null while it is unknown. */
export function describeGainInterval({ worse }: Pick<SourceGain, 'worse'>): string | null {
  if (worse === null || worse.low === null || worse.high === null) return null
  return `${formatFraction(worse.low)} to ${formatFraction(worse.high)} more error, 95% interval`
}
