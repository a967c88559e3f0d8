import { ALERT_COLORS } from '@isobar/weather'
import type { Warning } from './collection.ts'

/** Warnings that say the same about several areas, as one. */
export interface FoldedWarning extends Warning {
  /** The ids of all of them, its own first. */
  readonly ids: readonly string[]
}

/** Most severe first; what nobody grades may be severe, so it comes before the least. */
const RANKS: readonly Warning['color'][] = [...ALERT_COLORS.slice(0, -1), null, ...ALERT_COLORS.slice(-1)]
/** Within a colour: the issuer's own level first, our estimates last. */
const SOURCES: readonly Warning['colorSource'][] = ['level', 'severity', 'derived', null]

/** Most severe first, then what is in force before what is coming, then by start; warnings of the same words and times are one. */
export function foldWarnings(warnings: readonly Warning[]): readonly FoldedWarning[] {
  const alike = Map.groupBy(warnings, sayingOf)
  return [...alike.values()]
    .map((members): FoldedWarning => {
      const [first] = members as [Warning, ...Warning[]]
      const areasIn = (index: number): string[] => [...new Set(members.flatMap(({ texts }) => texts[index]?.areas ?? []))]
      return {
        ...first,
        ids: members.map(({ id }) => id),
        areas: [...new Set(members.flatMap(({ areas }) => areas))],
        texts: first.texts.map((text, index) => ({ ...text, areas: areasIn(index) })),
      }
    })
    .toSorted(
      (a, b) =>
        RANKS.indexOf(a.color) - RANKS.indexOf(b.color) ||
        SOURCES.indexOf(a.colorSource) - SOURCES.indexOf(b.colorSource) ||
        (a.state === b.state ? 0 : a.state === 'active' ? -1 : 1) ||
        Date.parse(a.start) - Date.parse(b.start),
    )
}

/** What a warning says, apart from where. */
function sayingOf({ source, country, senderName, color, event, start, end, texts }: Warning): string {
  return JSON.stringify([source, country, senderName, color, event, start, end, texts.map((text) => [text.description, text.instruction])])
}

/** The position of a colour in that order. */
export function rankColour(color: Warning['color']): number {
  return RANKS.indexOf(color)
}
