/** The pages people can go to (contract of `web/app/routes.ts`); everything else is the API, a file, or nothing. */
export const PAGE_PATHS = [
  '/',
  '/weather/:place',
  '/accuracy',
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
  '/reset-password/:token',
] as const

/** Where the data of a page is asked for, when one page leads to the next in the browser. */
export const DATA_PATHS = ['/_.data', ...PAGE_PATHS.filter((path) => path !== '/' && !path.endsWith('*')).map((path) => `${path}.data`)]
