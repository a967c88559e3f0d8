import { readFileSync } from 'node:fs'
import type { MailWords } from '../catalogue/index.ts'
import { compileLiquid, type CompiledLiquid } from './liquid.ts'
import type { RenderedMail } from './mail.ts'
import { compileMjml } from './mjml.ts'
import { shortenToLine, wrapText } from './plain-text.ts'
import { type MailPart, TemplateError, type TemplateFault, type MailSources } from './template.ts'

export type CompiledMail = ReturnType<typeof compileMail>

const textHead = compileLiquid(readFrame('frame-head.txt'), 'text', 'text')
const textFoot = compileLiquid(readFrame('frame-foot.txt'), 'text', 'text')

/** Compiles the three sources of a mail for repeated rendering. @throws TemplateError with the faults of all of them */
export function compileMail(sources: MailSources) {
  const faults: TemplateFault[] = []
  const attempt = (work: () => CompiledLiquid): CompiledLiquid | undefined => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const subject = attempt(() => compileLiquid(sources.subject, 'text', 'subject'))
  const html = attempt(() => compileHtml(sources.mjml))
  const text = attempt(() => compileLiquid(sources.text, 'text', 'text'))
  if (subject === undefined || html === undefined || text === undefined) throw new TemplateError(faults)
  return {
    /** @throws TemplateError */
    render(view: object, words: MailWords): RenderedMail {
      const line = shortenToLine(subject.render(view, words))
      if (line === '') throw new TemplateError([{ part: 'subject', line: 1, message: 'The subject is empty.' }])
      const whole = { ...view, subject: line }
      return {
        subject: line,
        html: html.render(whole, words),
        text: wrapText([textHead, text, textFoot].map((part) => part.render(whole, words)).join('\n'), words.direction),
      }
    },
  }
}

function compileHtml(mjml: string): CompiledLiquid {
  // Before MJML: only at this point do line numbers match the source.
  compileLiquid(mjml, 'html', 'mjml')
  const { html, lineAt } = compileMjml(mjml)
  return compileLiquid(html, 'html', 'mjml' satisfies MailPart, (offset) => lineAt(offset) ?? 1)
}

function readFrame(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}
