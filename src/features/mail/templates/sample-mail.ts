import type { UnitSystem } from '../../../domain/units.ts'
import { mailWords } from '../catalogue/index.ts'
import type { RenderedMail } from '../outbox/index.ts'
import type { CompiledMail } from './compile.ts'
import { frameView } from './frame-view.ts'
import { mailLinks } from './links.ts'
import type { MailSample, MailTemplate } from './template.ts'

/** Sender and reader for whom samples are rendered. */
export interface SampleReader {
  readonly publicUrl: URL
  readonly service: string
  readonly language: string
  readonly units: UnitSystem
}

const SAMPLE_TOKEN = '00000000-0000-4000-8000-000000000000'

/** Renders a sample as a subscriber would get it, with links that name no subscription. @throws TemplateError */
export function renderSample(template: MailTemplate, compiled: CompiledMail, sample: MailSample, reader: SampleReader): RenderedMail {
  const { publicUrl, service, language, units } = reader
  const words = mailWords(language, units)
  const links = mailLinks(publicUrl, template.unsubscribable ? { token: SAMPLE_TOKEN, scope: null } : null)
  const view = template.view(sample.data, sample.parts, { units, timezone: sample.timezone, words, service, links })
  return compiled.render({ ...view, ...frameView(words, links, service) }, words)
}
