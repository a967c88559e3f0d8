import type { Variables } from '../reader.ts'
import { parseMailSender, parseSmtpServer } from '../urls.ts'
import { BASE_URL, SWITCH, TEXT } from './kinds.ts'

export const MAIL = {
  SMTP_URL: {
    group: 'Mail',
    type: '`smtp://` or `smtps://` URL',
    parse: parseSmtpServer,
    default: null,
    secret: true,
    meaning:
      'Mail server, as in `smtp://user:password@host:587` (STARTTLS; not required on loopback) or `smtps://user:password@host` (TLS, port 465). Parameters: `starttls=required|optional|off`, `verify=off` (any certificate), `connections=1…50` (default 5). Unset: the newest 10,000 emails are .eml files in DATA_DIR/mail, unless another node had a mail server within a day',
  },
  MAIL_FROM: {
    group: 'Mail',
    type: '`Name <address>` or an address',
    parse: parseMailSender,
    default: null,
    defaultNote: 'no-reply@ at the host of PUBLIC_URL; required with SMTP_URL',
    meaning: 'Sender of all emails, by default with the name of the site; its domain is in the Message-ID',
  },
  MAIL_SERVICE_API_KEY: {
    group: 'Mail',
    ...TEXT,
    default: null,
    secret: true,
    meaning:
      'Key of the email service (Resend, full access) to sync contacts and suppressions with; one set in the back office comes first',
  },
  MAIL_SERVICE_BASE_URL: { group: 'Mail', ...BASE_URL, default: 'https://api.resend.com', meaning: 'Email service (Resend)' },
  SUBSCRIPTION_CONFIRMATION: {
    group: 'Mail',
    ...SWITCH,
    default: null,
    defaultNote: 'on if a mail server is set, here or in the back office; else off',
    meaning: 'Double opt-in. Off: anyone who knows an address can subscribe and unsubscribe it',
  },
  CRON_SECRET: {
    group: 'Jobs',
    ...TEXT,
    default: null,
    secret: true,
    meaning: 'Bearer token of `/api/cron/*`; unset: always 401. Below 16 characters it can be guessed (`openssl rand -hex 24`)',
  },
  SCHEDULER: {
    group: 'Jobs',
    ...SWITCH,
    default: 'on',
    meaning: 'Runs both jobs in-process (digests every morning, alerts every 15 minutes); off: an external scheduler calls the cron routes',
  },
} as const satisfies Variables
