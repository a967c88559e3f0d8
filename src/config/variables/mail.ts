import type { Variables } from '../reader.ts'
import { mailbox, smtpUrl } from '../urls.ts'
import { BASE_URL, SWITCH, TEXT, TOKEN } from './kinds.ts'

export const MAIL = {
  SMTP_URL: {
    group: 'Mail',
    type: '`smtp://` or `smtps://` URL',
    parse: smtpUrl,
    default: null,
    secret: true,
    meaning:
      'Mail server, as in `smtp://user:password@host:587` (STARTTLS; not required on loopback) or `smtps://user:password@host` (TLS, port 465). Parameters: `starttls=required|optional|off`, `verify=off` (any certificate), `connections=1…50` (default 5). Unset: emails are written to DATA_DIR/mail as .eml files, of which the newest 10,000 are kept, unless another node has had a mail server within a day',
  },
  MAIL_FROM: {
    group: 'Mail',
    type: '`Name <address>` or an address',
    parse: mailbox,
    default: null,
    defaultNote: 'no-reply@ at the host of PUBLIC_URL; required with SMTP_URL',
    meaning: 'Sender of all emails. Without a name, the site name from the settings is used. Its domain is used in the Message-ID',
  },
  MAIL_SERVICE_API_KEY: {
    group: 'Mail',
    ...TEXT,
    default: null,
    secret: true,
    meaning:
      'API key of the email service (Resend, full access) to sync contacts and suppressions with; a key set in the back office takes precedence',
  },
  MAIL_SERVICE_BASE_URL: { group: 'Mail', ...BASE_URL, default: 'https://api.resend.com', meaning: 'Email service (Resend)' },
  SUBSCRIPTION_CONFIRMATION: {
    group: 'Mail',
    ...SWITCH,
    default: null,
    defaultNote: 'on if a mail server is set, here or in the back office; else off',
    meaning:
      'Double opt-in: nothing else is sent to an address until the link in a confirmation email is used. Off: anyone who knows an address can subscribe and unsubscribe it',
  },
  CRON_SECRET: {
    group: 'Jobs',
    ...TOKEN,
    default: null,
    secret: true,
    meaning: 'Bearer token of `/api/cron/*`; unset: these routes always answer 401. `openssl rand -hex 24` generates one',
  },
  SCHEDULER: {
    group: 'Jobs',
    ...SWITCH,
    default: 'on',
    meaning: 'Runs both jobs in-process (digests every morning, alerts every 15 minutes); off: an external scheduler calls the cron routes',
  },
} as const satisfies Variables
