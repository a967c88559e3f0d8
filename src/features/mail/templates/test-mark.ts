import type { MailWords } from '../catalogue/index.ts'
import type { RenderedMail } from './mail.ts'

/** Marks the data of a mail that somebody sends to try it out. Templates know nothing of it, so that no edited one can hide it. */
export function markTest(data: object): object {
  return { ...data, isTest: true }
}

/** Has a marked mail say that it is a test, in its subject and above its body, in its language. */
export function announceTest(mail: RenderedMail, data: object, { t }: Pick<MailWords, 't'>): RenderedMail {
  if (!('isTest' in data) || data.isTest !== true) return mail
  const { subject, html, text } = mail
  const note = t('mail.test')
  return {
    subject: t('mail.testSubject', { subject }),
    // A function: the text may contain what `replace` has a meaning for.
    html: html.replace(/<body\b[^>]*>/i, (body) => `${body}<div style="${STYLE}">${note}</div>`),
    text: `${note}\n\n${text}`,
  }
}

const STYLE = "background-color:#fff1c9;color:#5f4700;padding:12px 28px;font:600 15px/22px system-ui,'Segoe UI',Arial,sans-serif"
