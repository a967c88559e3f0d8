/**
 * Whether this document was sent with the policy that ads need. Read once, before anything is shown: the mark that a page reached by a link
 * brings (page-ads.tsx) says nothing of the document that one is in.
 */
export const documentAllowsAds = typeof document === 'undefined' || document.querySelector('meta[name="ad-policy"]') !== null

declare global {
  // oxlint-disable-next-line no-var -- so it is declared on the window
  var adsbygoogle: unknown[] | undefined
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'
let isLoading = false

/** Fills the next empty `ins` of the page; loads the ad program's script when it is first needed. */
export function requestAd(clientId: string): void {
  if (!isLoading) {
    isLoading = true
    const script = document.createElement('script')
    script.src = `${SCRIPT}?client=${encodeURIComponent(clientId)}`
    script.async = true
    script.crossOrigin = 'anonymous'
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
    document.head.append(script)
  }
  globalThis.adsbygoogle ??= []
  globalThis.adsbygoogle.push({})
}

/** Leaves a document in which scripts of others may run when a page is reached on which they must not: the back office, a login. */
export function leaveAds(): void {
  if (documentAllowsAds) location.reload()
}
