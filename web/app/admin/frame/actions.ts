import type { NavigationPage } from './navigation.ts'

/** What the command palette finds besides pages: where something is done. */
export const ACTION_LINKS: readonly NavigationPage[] = [
  { to: '/admin/account', label: 'Add a passkey', icon: 'key', words: 'webauthn fingerprint security key sign in' },
  {
    to: '/admin/account',
    label: 'Set up two-factor authentication',
    icon: 'shield',
    words: 'second factor totp authenticator recovery codes',
  },
  { to: '/admin/account', label: 'Change your password', icon: 'key' },
  { to: '/admin/account', label: 'Choose the time zone', icon: 'clock', words: 'clock utc local times' },
  { to: '/admin/sessions', label: 'Sign out other devices', icon: 'device', words: 'end sessions' },
  { to: '/admin/users', label: 'Invite a user', icon: 'person', words: 'add account role', needs: 'owner' },
  { to: '/admin/client-keys', label: 'Create a client key', icon: 'key', words: 'api token', needs: 'owner' },
  { to: '/admin/client-keys', label: 'Rotate a client key', icon: 'reload', words: 'replace api token', needs: 'owner' },
  {
    to: '/admin/settings?q=ADMIN_SECRET',
    label: 'Rotate ADMIN_SECRET',
    icon: 'reload',
    words: 'replace secret encryption rotate-secret',
    needs: 'owner',
  },
  { to: '/admin/connections', label: 'Change the order of weather providers', icon: 'updown', words: 'first primary', needs: 'owner' },
  { to: '/admin/connections', label: 'Set a provider’s key', icon: 'key', words: 'openweather api', needs: 'owner' },
  { to: '/admin/connections', label: 'Set the mail server', icon: 'mail', words: 'smtp', needs: 'owner' },
  {
    to: '/admin/notices',
    label: 'Choose who gets notices of troubles',
    icon: 'warning',
    words: 'owner alarm operator email',
    needs: 'owner',
  },
  { to: '/admin/compose', label: 'Write to subscribers', icon: 'send', words: 'newsletter campaign message', needs: 'editor' },
  {
    to: '/admin/subscriptions',
    label: 'Export or erase a person’s data',
    icon: 'person',
    words: 'privacy gdpr delete address',
    needs: 'editor',
  },
  { to: '/admin/why', label: 'Explain why an email was sent or not', icon: 'eye', words: 'address reason' },
  {
    to: '/admin/suppressions',
    label: 'Let mail reach an address again',
    icon: 'blocked',
    words: 'suppression bounce remove',
    needs: 'editor',
  },
  { to: '/admin/backups', label: 'Back up now', icon: 'download', words: 'download save restore', needs: 'owner' },
  { to: '/admin/jobs', label: 'Run a job now', icon: 'play', words: 'digests alerts cron start' },
  { to: '/admin/warning-feeds', label: 'Add a feed of official warnings', icon: 'plus', words: 'cap', needs: 'owner' },
]
