import { MAIL_LANGUAGES } from '../catalogue/index.ts'
import type { RenderedMail } from '../outgoing.ts'
import { compileMail } from './compile.ts'
import { TemplateError, type TemplateFault } from './fault.ts'
import { renderSample, type SampleReader } from './sample-mail.ts'
import type { MailSources, MailTemplate } from './template.ts'

export type TemplateCheck =
  | { readonly ok: true; readonly preview: RenderedMail }
  | { readonly ok: false; readonly errors: readonly TemplateFault[] }

/**
 * Compiles sources that are to take the place of a template's and renders all of its samples with them, in every language. The preview is
 * the first sample in English.
 */
export function checkTemplate(
  template: MailTemplate,
  sources: MailSources,
  service: Pick<SampleReader, 'publicUrl' | 'service'>,
): TemplateCheck {
  try {
    const compiled = compileMail(sources)
    const previews = MAIL_LANGUAGES.flatMap((language) =>
      template.samples.map((sample) => renderSample(template, compiled, sample, { ...service, language, units: 'metric' })),
    )
    return { ok: true, preview: previews[0] as RenderedMail }
  } catch (error) {
    if (error instanceof TemplateError) return { ok: false, errors: error.faults }
    throw error
  }
}
