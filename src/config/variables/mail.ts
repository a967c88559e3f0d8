import type { Variables } from './variable.ts'

export const MAIL = {
  SMTP_URL: {
    group: 'Mail',
    type: '`smtp://` or `smtps://` URL',
    default: null,
    secret: true,
    meaning:
      'Server that mail is handed to, as in `smtp://user:password@host:587` (STARTTLS; not required on loopback) or `smtps://user:password@host` (TLS, port 465). Parameters: `starttls=required|optional|off`, `verify=off` (any certificate), `connections=1…50` (default 5). Unset: mails are written to DATA_DIR/mail as .eml files, the newest 10,000',
  },
  MAIL_FROM: {
    group: 'Mail',
    type: '`Name <address>` or an address',
    default: null,
    defaultNote: 'no-reply@ and the host of PUBLIC_URL; required with SMTP_URL',
    meaning: 'Who mails come from; without a name the one that the site has in the back office. Its domain ends the Message-ID',
  },
  MAIL_SERVICE_API_KEY: {
    group: 'Mail',
    type: 'text',
    default: null,
    secret: true,
    meaning:
      'Key of the mail service (Resend, full access) whose contacts and suppressions are kept in step; a key set by an admin goes before it',
  },
  MAIL_SERVICE_BASE_URL: { group: 'Mail', type: 'base URL', default: 'https://api.resend.com', meaning: 'Mail service (Resend)' },
  SUBSCRIPTION_CONFIRMATION: {
    group: 'Mail',
    type: 'switch',
    default: null,
    defaultNote: 'on where a mail server is set, here or in the back office; else off',
    meaning:
      'Double opt-in: nothing is mailed to an address before the link in a first mail is used. Off: whoever knows an address can subscribe it, and end what it gets',
  },
  CRON_SECRET: {
    group: 'Jobs',
    type: 'text',
    default: null,
    secret: true,
    meaning: 'Bearer token of `/api/cron/*`; unset: these always answer 401',
  },
  SCHEDULER: {
    group: 'Jobs',
    type: 'switch',
    default: 'on',
    meaning: 'Runs both jobs in-process (digests every morning, alerts every 15 minutes); off: an outside scheduler calls the cron routes',
  },
} as const satisfies Variables
