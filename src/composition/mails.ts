import {
  inviteMail,
  passkeyChangedMail,
  passwordChangedMail,
  resetPasswordMail,
  totpChangedMail,
} from '../features/accounts/sign-in/index.ts'
import type { MailTemplate } from '../features/mail/templates/index.ts'
import { operatorNoticeMail } from '../features/operations/troubles/index.ts'
import { weatherAlertMail } from '../features/subscribers/alerting/emails/weather-alert/index.ts'
import { weeklyDigestMail } from '../features/subscribers/digests/emails/weekly-digest/index.ts'
import { messageMail } from '../features/subscribers/newsletters/index.ts'
import { confirmSubscriptionMail } from '../features/subscribers/subscriptions/emails/confirm-subscription/index.ts'

/** Every kind of mail that the service sends, one line each. */
export const MAILS: readonly MailTemplate[] = [
  confirmSubscriptionMail,
  inviteMail,
  messageMail,
  operatorNoticeMail,
  passkeyChangedMail,
  passwordChangedMail,
  resetPasswordMail,
  totpChangedMail,
  weatherAlertMail,
  weeklyDigestMail,
]
