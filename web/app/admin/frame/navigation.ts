import type { IconName } from '../kit/icon.tsx'
import type { Role } from '../kit/me.ts'

export interface NavigationPage {
  readonly to: string
  readonly label: string
  readonly icon: IconName
  /** Additional search terms. */
  readonly words?: string
  /** Hidden from lower roles. */
  readonly needs?: Role
}

export interface NavigationGroup {
  readonly label: string
  readonly pages: readonly NavigationPage[]
}

/** All pages in the sidebar; also the source of breadcrumbs and the command palette. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Overview',
    pages: [
      { to: '/admin', label: 'Dashboard', icon: 'overview', words: 'home start' },
      {
        to: '/admin/first-steps',
        label: 'First steps',
        icon: 'check',
        words: 'setup assistant wizard begin name provider mail place',
        needs: 'owner',
      },
      { to: '/admin/notices', label: 'Troubles', icon: 'warning', words: 'alarms notices operators incidents outages' },
      { to: '/admin/usage', label: 'Usage', icon: 'gauge', words: 'budget calls provider cache' },
    ],
  },
  {
    label: 'Traffic & places',
    pages: [
      { to: '/admin/analytics', label: 'Analytics', icon: 'chart', words: 'page views visitors vitals' },
      { to: '/admin/analytics/events', label: 'Events', icon: 'log', words: 'analytics table' },
      { to: '/admin/locations', label: 'Locations', icon: 'pin', words: 'places cities' },
      { to: '/admin/checks', label: 'Searches', icon: 'search', words: 'checks' },
      { to: '/admin/reports', label: 'Reports', icon: 'flag', words: 'inaccurate data' },
    ],
  },
  {
    label: 'Email',
    pages: [
      { to: '/admin/mailing', label: 'Email overview', icon: 'mail', words: 'mailing summary newsletter' },
      { to: '/admin/compose', label: 'Compose', icon: 'send', words: 'write newsletter message test', needs: 'editor' },
      { to: '/admin/messages', label: 'Messages', icon: 'clock', words: 'campaigns newsletter scheduled report delivered bounced' },
      { to: '/admin/subscriptions', label: 'Subscriptions', icon: 'people', words: 'subscribers' },
      { to: '/admin/outbox', label: 'Outbox', icon: 'outbox', words: 'queue sent failed' },
      { to: '/admin/why', label: 'Why was this sent?', icon: 'eye', words: 'explain alert decision reason quiet hours limit' },
      { to: '/admin/suppressions', label: 'Suppression list', icon: 'blocked', words: 'suppressions bounces complaints' },
      { to: '/admin/push-devices', label: 'Push devices', icon: 'send', words: 'notifications browsers web push' },
    ],
  },
  {
    label: 'Content',
    pages: [
      { to: '/admin/email-templates', label: 'Email templates', icon: 'template', words: 'mail mjml' },
      { to: '/admin/pages', label: 'Pages', icon: 'page', words: 'cms texts imprint privacy' },
    ],
  },
  {
    label: 'System',
    pages: [
      { to: '/admin/settings', label: 'Settings', icon: 'settings', words: 'config limits environment' },
      { to: '/admin/connections', label: 'Connections', icon: 'plug', words: 'provider key smtp health' },
      { to: '/admin/client-keys', label: 'Client keys', icon: 'key', words: 'api tokens programs limits' },
      { to: '/admin/webhooks', label: 'Webhooks', icon: 'send', words: 'push deliveries replay receivers' },
      { to: '/admin/warning-feeds', label: 'Warning feeds', icon: 'warning', words: 'official alerts cap meteoalarm areas' },
      { to: '/admin/ad-program', label: 'Ad program', icon: 'coin', words: 'earnings ads' },
      { to: '/admin/backups', label: 'Backups', icon: 'download', words: 'restore download disaster' },
      { to: '/admin/jobs', label: 'Job runs', icon: 'play', words: 'cron digests alerts' },
      { to: '/admin/users', label: 'Users', icon: 'shield', words: 'accounts roles invite' },
      { to: '/admin/audit', label: 'Audit log', icon: 'log', words: 'changes history' },
    ],
  },
]

/** Pages in the account menu. */
export const OWN_PAGES: NavigationGroup = {
  label: 'Your account',
  pages: [
    { to: '/admin/account', label: 'Account', icon: 'person', words: 'password name two-factor second factor totp' },
    { to: '/admin/sessions', label: 'Sessions', icon: 'device', words: 'devices sign out' },
  ],
}

export interface Place {
  readonly group: string
  readonly page: NavigationPage
}

const PLACES: readonly Place[] = [...NAVIGATION, OWN_PAGES].flatMap(({ label, pages }) => pages.map((page) => ({ group: label, page })))

/** The navigation entry of an address: the one with the longest matching prefix. */
export function findNavigationEntry(pathname: string): Place | undefined {
  let found: Place | undefined
  for (const place of PLACES) {
    const { to } = place.page
    const isIn = pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))
    if (isIn && (found === undefined || to.length > found.page.to.length)) found = place
  }
  return found
}
