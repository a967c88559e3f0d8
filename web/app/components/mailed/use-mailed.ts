import { useRouteLoaderData } from 'react-router'
import type { Site } from '../../root.tsx'
import type { loader } from '../../routes/mailed.tsx'

/** Whether this is a page behind a mailed link: its address is secret. `spoken` marks text in the site's language, if the mail's differs. */
export function useMailed({ lang }: Pick<Site, 'lang'>) {
  const mailed = useRouteLoaderData<typeof loader>('routes/mailed')
  const isForeign = mailed !== undefined && mailed.lang !== lang
  return { isMailed: mailed !== undefined, spoken: isForeign ? ({ lang, dir: 'ltr' } as const) : {} }
}
