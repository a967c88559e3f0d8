import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Counts the visit on public pages, when the browser has nothing better to do; not for crawlers, nor for who asks not to be counted. */
export function Analytics({ isBot }: { readonly isBot: boolean }) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (isBot) return
    void import('./visit.ts').then(({ countVisit }) => countVisit().show(pathname))
  }, [isBot, pathname])
  return null
}
