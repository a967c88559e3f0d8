/** The pages people can go to (contract of `web/app/routes.ts`); everything else is the API, a file, or nothing. */
export const PAGE_PATHS = [
  '/',
  '/weather/:place',
  '/weather/:place/:date',
  '/weather/:place/sources',
  '/map',
  '/warnings',
  '/warnings/:country',
  '/accuracy',
  '/embed',
  '/places',
  '/settings',
  '/subscribe',
  '/pages/:slug',
  '/offline',
  '/api/docs',
  '/api/docs/:section',
  '/login',
  '/forgot-password',
  '/admin',
  '/admin/*',
  '/invite/:token',
  '/setup/:token',
  '/reset-password/:token',
] as const

/** The paths from which the browser fetches a page's data when navigating within the site. */
export const DATA_PATHS = ['/_.data', ...PAGE_PATHS.filter((path) => path !== '/' && !path.endsWith('*')).map((path) => `${path}.data`)]
