import { readFileSync } from 'node:fs'
import type { MailSources } from './template.ts'

/** The shipped sources of a mail: `subject.txt`, `template.mjml` and `template.txt` next to the module with that URL. */
export function readMailSources(moduleUrl: string): MailSources {
  const read = (file: string): string => readFileSync(new URL(file, moduleUrl), 'utf8')
  return { subject: read('subject.txt'), mjml: read('template.mjml'), text: read('template.txt') }
}
