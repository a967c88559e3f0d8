import { setImmediate as letOthersIn } from 'node:timers/promises'
import { MAIL_LANGUAGES } from '../catalogue/index.ts'
import type { RenderedMail } from '../outgoing.ts'
import { compileMail } from './compile.ts'
import { TemplateError, type TemplateFault } from './fault.ts'
import { renderSample, type SampleReader } from './sample-mail.ts'
import type { MailSources, MailTemplate } from './template.ts'

export type TemplateCheck =
  | { readonly ok: true; readonly preview: RenderedMail }
  | { readonly ok: false; readonly errors: readonly TemplateFault[] }

/** All samples together. A mail that takes so long would hold up everything else, thousands of times. */
const MAX_CHECK_MS = 3_000

/**
 * Compiles sources that are to take the place of a template's and renders all of its samples with them, in every language. The preview is
 * the first sample in English.
 */
export async function checkTemplate(
  template: MailTemplate,
  sources: MailSources,
  service: Pick<SampleReader, 'publicUrl' | 'service'>,
): Promise<TemplateCheck> {
  try {
    const compiled = compileMail(sources)
    const previews: RenderedMail[] = []
    let spentMs = 0
    for (const language of MAIL_LANGUAGES) {
      for (const sample of template.samples) {
        await letOthersIn()
        const startedAt = performance.now()
        previews.push(renderSample(template, compiled, sample, { ...service, language, units: 'metric' }))
        spentMs += performance.now() - startedAt
        if (spentMs > MAX_CHECK_MS) throw new TemplateError([{ part: 'mjml', line: 1, message: 'It takes too long to render.' }])
      }
    }
    return { ok: true, preview: previews[0] as RenderedMail }
  } catch (error) {
    if (error instanceof TemplateError) return { ok: false, errors: error.faults }
    throw error
  }
}
