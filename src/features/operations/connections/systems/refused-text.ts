import type { Refusal } from '../../../../gateway/index.ts'

/** How much of a provider's data was refused for a reason. */
export interface Refused {
  readonly reason: string
  readonly count: number
}

const TEXTS: Readonly<Record<Refusal, string>> = {
  place: 'answers for another place',
  ahead: 'parts from the future',
  outdated: 'outdated current weather',
  value: 'impossible numbers',
  duplicate: 'duplicate hours, minutes or days',
  low_above_high: 'lows above the high',
  gust: 'gusts far below the wind',
  dew_point: 'dew points above the temperature',
  feels_like: 'feels-like temperatures far from the temperature',
  sun: 'sunsets before sunrise',
  day_sum: 'daily amounts that the hours refute',
  day_range: 'highs or lows that the hours refute',
}

/** What was refused since the start, most first: `Refused since the start: 12 impossible numbers.` Null: nothing. */
export function refusedText(refused: readonly Refused[]): string | null {
  const counts = new Map<string, number>()
  for (const { reason, count } of refused) counts.set(reason, (counts.get(reason) ?? 0) + count)
  const parts = [...counts]
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count.toLocaleString('en')} ${TEXTS[reason as Refusal] ?? reason}`)
  return parts.length === 0 ? null : `Refused since the start: ${parts.join(', ')}.`
}
