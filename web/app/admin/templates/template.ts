import type { UnitSystem } from '../../../../src/domain/units.ts'
import type { Answer } from '../../api/ask.ts'
import type { Language } from '../editing/languages.ts'

export type TemplateAnswer = Answer<'get', '/api/admin/email-templates/{id}'>
export type Template = TemplateAnswer['template']
export type Sources = Template['sources']
export type Part = keyof Sources

/** What the preview shows: a made-up mail, for a made-up reader. */
export interface Reader {
  readonly sample: string
  readonly lang: Language
  readonly units: UnitSystem
}

const PARTS: readonly Part[] = ['subject', 'mjml', 'text']

export function changedParts(drafts: Sources, saved: Sources): readonly Part[] {
  return PARTS.filter((part) => drafts[part] !== saved[part])
}
