import type { RenderedMail } from '../outbox/index.ts'
import { TemplateError, type TemplateFault } from './fault.ts'
import { mailLinks } from './links.ts'
import type { TemplateSandbox } from './sandbox.ts'
import type { MailSample, MailSources, MailTemplate } from './template.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import { LANGUAGES } from '../../../messages/languages.ts'

export type TemplateCheck =
  | { readonly ok: true; readonly preview: RenderedMail }
  | { readonly ok: false; readonly errors: readonly TemplateFault[] }

/** The sender and the base URL with which samples are rendered. */
export interface SampleRendering {
  readonly sandbox: Pick<TemplateSandbox, 'render'>
  readonly publicUrl: URL
  readonly service: string
}

const SAMPLE_TOKEN = '00000000-0000-4000-8000-000000000000'

/** Renders all samples of a template with new sources in every language. The preview is the first sample in English. */
export async function checkTemplate(template: MailTemplate, sources: MailSources, rendering: SampleRendering): Promise<TemplateCheck> {
  let preview: RenderedMail | undefined
  try {
    for (const language of LANGUAGES) {
      for (const sample of template.samples) {
        const rendered = await renderSampleOf(template, sources, sample, { ...rendering, language, units: 'metric' })
        preview ??= rendered
      }
    }
  } catch (error) {
    if (error instanceof TemplateError) return { ok: false, errors: error.faults }
    throw error
  }
  if (preview === undefined) throw new Error(`the template ${template.id} has no samples`)
  return { ok: true, preview }
}

/** Renders one sample with edited sources as a reader would get it; its links name no subscription. @throws what the sandbox throws */
export function renderSampleOf(
  template: MailTemplate,
  sources: MailSources,
  { data, parts, timezone }: MailSample,
  { sandbox, publicUrl, service, language, units }: SampleRendering & { readonly language: string; readonly units: UnitSystem },
): Promise<RenderedMail> {
  const links = mailLinks(publicUrl, template.unsubscribable ? { token: SAMPLE_TOKEN, scope: null } : null)
  const mail = { template, data, parts, lang: language, units, timezone, service, links }
  return sandbox.render(mail, sources, { urgent: false })
}
