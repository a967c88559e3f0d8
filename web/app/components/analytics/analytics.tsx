import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Counts visits to public pages when the browser is idle; ignores crawlers and visitors who opt out. */
export function Analytics({ isBot }: { readonly isBot: boolean }) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (isBot) return
    void import('./visit.ts').then(({ countPage }) => countPage(pathname))
  }, [isBot, pathname])
  return null
}
