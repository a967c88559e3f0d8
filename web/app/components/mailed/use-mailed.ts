import { useRouteLoaderData } from 'react-router'

/** Whether this is a page behind a mailed link: its address is secret. */
export function useIsMailed(): boolean {
  return useRouteLoaderData('routes/mailed') !== undefined
}
