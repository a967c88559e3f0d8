import type { UnitSystem } from '@isobar/weather'
import { LANGUAGES } from '../../../messages/languages.ts'
import { getMailWords } from '../catalogue/index.ts'
import type { CompiledMail } from './compile.ts'
import { buildMailLinks, buildMailView } from './links.ts'
import type { RenderedMail } from './mail.ts'
import type { TemplateSandbox } from './sandbox.ts'
import { type MailLinks, type MailSample, type MailSources, type MailTemplate, TemplateError, type TemplateFault } from './template.ts'

/** Sender and reader for whom samples are rendered. */
export interface SampleReader {
  readonly publicUrl: URL
  readonly service: string
  readonly language: string
  readonly units: UnitSystem
}

/** How samples of edited templates are rendered. */
export interface SampleRendering extends Pick<SampleReader, 'publicUrl' | 'service'> {
  readonly sandbox: Pick<TemplateSandbox, 'render'>
}

export type TemplateCheck =
  | { readonly ok: true; readonly preview: RenderedMail }
  | { readonly ok: false; readonly errors: readonly TemplateFault[] }

/** Names no subscription: for the links of mails that are shown to others than their recipients. */
export const SAMPLE_TOKEN = '00000000-0000-4000-8000-000000000000'

/** Renders a sample of a shipped template as a subscriber would get it. @throws TemplateError */
export function renderSample(template: MailTemplate, compiled: CompiledMail, sample: MailSample, reader: SampleReader): RenderedMail {
  const { publicUrl, service, language, units } = reader
  const words = getMailWords(language)
  const context = { units, timezone: sample.timezone, words, service, links: sampleLinks(template, publicUrl) }
  return compiled.render(buildMailView(template, sample.data, sample.parts, context), words)
}

/** Renders a sample with edited sources. @throws what the sandbox throws */
export function renderEditedSample(
  template: MailTemplate,
  sources: MailSources,
  { data, parts, timezone }: MailSample,
  { sandbox, publicUrl, service, language, units }: SampleRendering & SampleReader,
): Promise<RenderedMail> {
  const mail = { template, data, parts, lang: language, units, timezone, service, links: sampleLinks(template, publicUrl) }
  return sandbox.render(mail, sources, { urgent: false })
}

/** Renders all samples of a template with edited sources in every language. The preview is the first sample in English. */
export async function checkTemplate(template: MailTemplate, sources: MailSources, rendering: SampleRendering): Promise<TemplateCheck> {
  let preview: RenderedMail | undefined
  try {
    for (const language of LANGUAGES) {
      for (const sample of template.samples) {
        const rendered = await renderEditedSample(template, sources, sample, { ...rendering, language, units: 'metric' })
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

function sampleLinks(template: MailTemplate, publicUrl: URL): MailLinks {
  return buildMailLinks(publicUrl, template.unsubscribable ? { token: SAMPLE_TOKEN, scope: null } : null)
}
