import { useRouteLoaderData } from 'react-router'
import type { MailedPage } from '../../../../src/features/site/rendering/visit.ts'
import type { Site } from './site.server.ts'

/** A page's settings for the frame; a route's `handle`. */
export interface PageHandle {
  /** Has its own frame: the back office. */
  readonly bare?: boolean
  /** Is not hydrated: only its own scripts run in the browser. */
  readonly isStatic?: boolean
}

/** Data of every public page; undefined if loading it failed. */
export const useSite = (): Site | undefined => useRouteLoaderData<Site>('root')

type Mailed = Pick<MailedPage, 'lang' | 'direction'>

/** The language of a page behind a mailed link, whose address is secret; undefined on other pages. */
export const useMailed = (): Mailed | undefined => useRouteLoaderData<Mailed>('routes/mailed')

/** Attributes for text in the site's language, if the mail's differs. */
export function useSiteLanguage({ lang }: Pick<Site, 'lang'>) {
  const mailed = useMailed()
  return mailed !== undefined && mailed.lang !== lang ? ({ lang, dir: 'ltr' } as const) : {}
}
