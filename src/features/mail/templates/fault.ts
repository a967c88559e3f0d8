export type MailPart = 'subject' | 'mjml' | 'text'

/** A fault in a template, with the line (from 1) in one of its sources. */
export interface TemplateFault {
  readonly part: MailPart
  readonly line: number
  readonly message: string
}

/** A template that cannot be compiled or rendered. */
export class TemplateError extends Error {
  readonly faults: readonly TemplateFault[]

  constructor(faults: readonly TemplateFault[], cause?: unknown) {
    super(faults.map(({ part, line, message }) => `${part}, line ${line}: ${message}`).join('\n'), { cause })
    this.name = 'TemplateError'
    this.faults = faults
  }
}
