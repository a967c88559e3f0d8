import type { Hazard } from '../../../domain/hazards/hazard.ts'
import type { ThresholdField } from '../../../domain/hazards/threshold-units.ts'
import type { MailWords } from './words.ts'

/** The text after the number of a limit: `mph or more`. An abbreviated inch would read like another word. */
export function limitText(hazard: Hazard, { unit }: Pick<ThresholdField, 'unit'>, words: MailWords): string {
  return words.lookUp(`page.limit.${hazard}`, { unit: unit === 'in' ? words.t('page.limit.inches') : (unit ?? '') })
}
