import { type RefObject, useEffect, useState } from 'react'

/** Calls once the element is on screen and the browser is idle. Returns what ends the watch. */
export function watchVisibility(element: Element, seen: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    if ('requestIdleCallback' in globalThis) requestIdleCallback(seen, { timeout: 3_000 })
    else setTimeout(seen, 300)
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** The module that `load` imports once the element is seen; undefined before. */
export function useSeen<T extends object>(element: RefObject<Element | null>, load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<T>()
  useEffect(
    () => (element.current === null ? undefined : watchVisibility(element.current, () => void load().then(setLoaded, () => undefined))),
    // oxlint-disable-next-line react/exhaustive-deps -- loaded once
    [],
  )
  return loaded
}
