import { weatherAlertMail } from '../features/alerting/emails/weather-alert/index.ts'
import { inviteMail, passwordChangedMail, resetPasswordMail } from '../features/auth/index.ts'
import { weeklyDigestMail } from '../features/digests/emails/weekly-digest/index.ts'
import type { MailTemplate } from '../features/mail/index.ts'
import { messageMail } from '../features/mailing/index.ts'
import { confirmSubscriptionMail } from '../features/subscriptions/emails/confirm-subscription/index.ts'

/** Every kind of mail that the service sends, one line each. */
export const MAILS: readonly MailTemplate[] = [
  confirmSubscriptionMail,
  inviteMail,
  messageMail,
  passwordChangedMail,
  resetPasswordMail,
  weatherAlertMail,
  weeklyDigestMail,
]
