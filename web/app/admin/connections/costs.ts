import type { SourceUsage } from './sources.ts'

/** As many as there are colours that differ; the others are one. */
const MAX_PROVIDERS = 4

const costOf = (source: SourceUsage, index: number): number => source.days[index]?.cost ?? 0

interface Costs {
  /** Those that cost something, the dearest first; the last may stand for all others. */
  readonly series: readonly { readonly name: string; readonly label: string }[]
  /** By day, oldest first: the cost of each series by its name. */
  readonly days: readonly { readonly day: string; readonly costs: Readonly<Record<string, number>> }[]
}

/** What each provider cost by day: the dearest four by themselves, the others together. */
export function computeCosts(sources: readonly SourceUsage[]): Costs {
  const dear = sources
    .map((source) => ({ source, total: source.days.reduce((sum, { cost }) => sum + cost, 0) }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total)
    .map(({ source }) => source)
  const isFew = dear.length <= MAX_PROVIDERS + 1
  const own = isFew ? dear : dear.slice(0, MAX_PROVIDERS)
  const others = dear.slice(own.length)
  const rest = others.length === 0 ? [] : [{ name: 'others', label: `${others.length} others` }]
  return {
    series: [...own.map(({ id, name }) => ({ name: id, label: name })), ...rest],
    days: (sources[0]?.days ?? []).map(({ day }, index) => ({
      day,
      costs: {
        ...Object.fromEntries(own.map((source) => [source.id, costOf(source, index)])),
        ...(others.length === 0 ? {} : { others: others.reduce((sum, source) => sum + costOf(source, index), 0) }),
      },
    })),
  }
}
