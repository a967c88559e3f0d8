import { useRouteLoaderData } from 'react-router'
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

/** Whether this is a page behind a mailed link: its address is secret. */
export const useIsMailed = (): boolean => useRouteLoaderData('routes/mailed') !== undefined
