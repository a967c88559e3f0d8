import type { AlertSeverity } from '../../../domain/alert.ts'
import { type AlertMark, COLOR_PALETTE } from '../../../domain/alert-color.ts'
import { COLOR_OF_SEVERITY } from '../../../domain/hazards/index.ts'
import type { MailWords } from '../catalogue/index.ts'

/** How the level of a warning is shown: always as a word, on its colour. */
export interface LevelMark {
  readonly word: string
  readonly color: string
  readonly textColor: string
}

/** A warning in the data of a mail. Mails queued by releases before 2026-12 have no colour: that of the severity is used. */
export interface LevelData extends Partial<AlertMark> {
  /** Null: not known. */
  readonly severity: AlertSeverity | null
}

/** The issuer's level by its colour, else the severity that it states, else the derived one, marked as ours. */
export function levelMark({ severity, ...mark }: LevelData, words: MailWords): LevelMark {
  const { color = severity === null ? null : COLOR_OF_SEVERITY[severity], colorSource } = mark
  const { back, front } = COLOR_PALETTE[color ?? 'unknown']
  return { word: wordOf(severity, { color, colorSource: colorSource ?? null }, words), color: back, textColor: front }
}

function wordOf(severity: AlertSeverity | null, { color, colorSource }: AlertMark, words: MailWords): string {
  if (colorSource === 'level' && color !== null) return words.t(`level.${color}`)
  const word = words.t(`severity.${severity ?? 'unknown'}`)
  return colorSource === 'derived' ? words.t('severity.derived', { severity: word }) : word
}
