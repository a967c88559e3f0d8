/** Has the service worker cache pages, by path, and files; does nothing without a worker. */
export function saveOffline(wanted: { readonly pages: readonly string[]; readonly files?: readonly string[] }): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows; a worker has none
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(wanted))
}

/** Caches the first page of a visit with its files: it was loaded before the worker was installed. */
export function saveThisPage(): void {
  saveOffline({ pages: [location.href], files: performance.getEntriesByType('resource').map(({ name }) => name) })
}
