import type { Comparison, Spread } from './compare.ts'
import { significant } from './table.ts'

const TITLES = { slower: 'Slower beyond the noise of the rounds', faster: 'Faster', unknown: 'Too few rounds to judge' } as const

/** A comparison in lines: what changed, with its spreads, and how many rows did not. */
export function renderComparison(comparisons: readonly Comparison[]): string[] {
  const lines = Object.entries(TITLES).flatMap(([verdict, title]) => {
    const found = comparisons.filter((each) => each.verdict === verdict)
    return found.length === 0 ? [] : [`${title}:`, ...found.map(lineOf)]
  })
  const same = comparisons.filter(({ verdict }) => verdict === 'same').length
  return [...lines, `Unchanged, as far as the rounds can tell: ${same} of ${comparisons.length}`]
}

function lineOf({ group, name, before, now, kept }: Comparison): string {
  return `  ${group}: ${name}: ${spreadText(before)} before, ${spreadText(now)} now; ${significant(kept)} times as fast`
}

function spreadText({ middle, least, most }: Spread): string {
  return `${significant(middle)} (${significant(least)} to ${significant(most)})`
}
