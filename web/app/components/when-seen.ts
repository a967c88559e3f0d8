/** Calls once the element is on screen and the browser is idle. Returns what ends the watch. */
export function whenSeen(element: Element, seen: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    if ('requestIdleCallback' in globalThis) requestIdleCallback(seen, { timeout: 3_000 })
    else setTimeout(seen, 300)
  })
  observer.observe(element)
  return () => observer.disconnect()
}
