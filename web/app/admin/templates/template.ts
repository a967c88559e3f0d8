import type { UnitSystem } from '@isobar/weather'
import type { Answer } from '../../api/ask.ts'
import type { Language } from '../editing/choices.ts'

export type TemplateAnswer = Answer<'get', '/api/admin/email-templates/{id}'>
export type Template = TemplateAnswer['template']
export type Sources = Template['sources']
export type Part = keyof Sources

/** The preview's recipient and sample data. */
export interface Reader {
  readonly sample: string
  readonly lang: Language
  readonly units: UnitSystem
}

const PARTS: readonly Part[] = ['subject', 'mjml', 'text']

/** The parts that differ from the saved ones. */
export function listChangedParts(drafts: Sources, saved: Sources): readonly Part[] {
  return PARTS.filter((part) => drafts[part] !== saved[part])
}
