import { MAX_PREVIEW } from '../../operations/jobs/index.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import type { WeeklyDigestData } from './emails/weekly-digest/data.ts'
import type { Decision } from './store.ts'

/** The first mails that a dry run would have sent. */
export type Preview = ReturnType<typeof createPreview>

/** Keeps the first MAX_PREVIEW mails, with masked addresses. */
export function createPreview() {
  const entries: object[] = []
  return {
    entries,
    add({ mail, deliveries }: Decision): void {
      if (entries.length >= MAX_PREVIEW) return
      const { cities, newsletter } = mail.data as WeeklyDigestData
      entries.push({
        to: maskEmail(mail.to),
        lang: mail.lang,
        units: mail.units,
        periods: deliveries.map(({ frequency, period }) => ({ frequency, from: period })),
        cities: cities.map(({ name, lat, lon }) => ({ name, lat, lon })),
        newsletter: newsletter !== null,
      })
    },
  }
}
