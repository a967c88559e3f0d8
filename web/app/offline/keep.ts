/** Has the service worker keep pages, by their paths, and files; nothing where there is no worker. */
export function keepOffline(told: { readonly pages: readonly string[]; readonly files?: readonly string[] }): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a worker has none
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(told))
}

/** The first page that somebody visits was loaded before there was a worker: it is kept with all that it loaded. */
export function keepThisPage(): void {
  keepOffline({ pages: [location.href], files: performance.getEntriesByType('resource').map(({ name }) => name) })
}
