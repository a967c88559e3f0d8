import { useRouteLoaderData } from 'react-router'
import type { Site } from '../../root.tsx'
import type { loader } from '../../routes/mailed.tsx'

/** Is this a page that a mail leads to? Its address is a secret; `spoken` marks what speaks the site's language beside the mail's. */
export function useMailed({ lang }: Pick<Site, 'lang'>) {
  const mailed = useRouteLoaderData<typeof loader>('routes/mailed')
  const isForeign = mailed !== undefined && mailed.lang !== lang
  return { isMailed: mailed !== undefined, spoken: isForeign ? ({ lang, dir: 'ltr' } as const) : {} }
}
