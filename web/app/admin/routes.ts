import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** The back office, under /admin, and the pages for signing in. */
export const adminRoutes: RouteConfigEntry[] = [
  layout('admin/frame/browser-only.tsx', [
    route('login', 'admin/auth/login.tsx'),
    route('forgot-password', 'admin/auth/forgot-password.tsx'),
    route('reset-password/:token', 'admin/auth/reset-password.tsx'),
    route('invite/:token', 'admin/auth/invite.tsx'),
    route('admin', 'admin/frame/shell.tsx', [
      layout('admin/frame/page-boundary.tsx', [
        index('admin/dashboards/overview.tsx'),
        route('usage', 'admin/dashboards/usage.tsx'),
        route('analytics', 'admin/dashboards/analytics.tsx'),
        route('settings', 'admin/settings/page.tsx'),
        route('connections', 'admin/connections/page.tsx'),
        route('ad-program', 'admin/adprogram/page.tsx'),
        route('users', 'admin/lists/users/page.tsx'),
        route('account', 'admin/auth/account/page.tsx'),
        route('sessions', 'admin/lists/sessions/page.tsx'),
        route('audit', 'admin/lists/audit/page.tsx'),
        route('subscriptions', 'admin/lists/subscriptions/page.tsx'),
        route('outbox', 'admin/lists/outbox/page.tsx'),
        route('suppressions', 'admin/lists/suppressions/page.tsx'),
        route('reports', 'admin/lists/reports/page.tsx'),
        route('checks', 'admin/lists/checks/page.tsx'),
        route('locations', 'admin/lists/locations/page.tsx'),
        route('analytics/events', 'admin/lists/events/page.tsx'),
        route('warning-feeds', 'admin/lists/warnings/page.tsx'),
        route('client-keys', 'admin/lists/keys/page.tsx'),
        route('webhooks', 'admin/lists/webhooks/page.tsx'),
        route('webhook-deliveries', 'admin/lists/webhooks/deliveries.tsx'),
        route('jobs', 'admin/lists/jobs/page.tsx'),
        route('email-templates', 'admin/lists/content/templates-page.tsx'),
        route('email-templates/:id', 'admin/templates/page.tsx'),
        route('pages', 'admin/lists/content/pages-page.tsx'),
        route('pages/:slug', 'admin/pages/page.tsx'),
        route('mailing', 'admin/lists/mailing/summary-page.tsx'),
        route('compose', 'admin/lists/mailing/compose-page.tsx'),
        route('*', 'admin/frame/not-found.tsx'),
      ]),
    ]),
  ]),
]
