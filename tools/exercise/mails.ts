import { MAILS } from '../../src/composition/mails.ts'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { until } from '../../test/helpers/until.ts'
import { recordAnswer, recordOutcome, type Target } from './record.ts'
import { PATIENCE_MS } from './visitor.ts'

/** Every mail in every language, as the mail server gets it, and every sample of each in the preview of its template. */
export async function exerciseMails({ visitor, standIns: { smtp }, record }: Target): Promise<void> {
  for (const { id, samples } of MAILS) {
    for (const lang of LANGUAGES) {
      const to = `${id}-${lang}@example.org`
      const { status } = await visitor.ask('POST', '/api/admin/email/test', { isOwner: true, body: { to, template: id, lang } })
      const received = () => smtp.mails.find((mail) => mail.to === to)
      // A mail that does not come is found by its outcome.
      if (status === 202) await until(`${to} got a mail`, () => received() !== undefined, PATIENCE_MS).catch(() => undefined)
      const raw = received()?.raw ?? ''
      const outcome = `${/^content-language: (.+)\r$/im.exec(raw)?.[1]}, ${/multipart\/alternative/.test(raw) ? 'text and HTML' : 'one part'}`
      record(recordOutcome('mail', `${id} ${lang}`, status, outcome, `${lang}, text and HTML`))
    }
    for (const sample of samples) {
      const path = `/api/admin/email-templates/${id}/preview`
      const answer = await visitor.ask('POST', path, { isOwner: true, body: { sample: sample.id } })
      record(recordAnswer('mail', `${id} preview ${sample.id}`, answer))
    }
  }
}
