/**
 * Whether this document was sent with the policy that ads need. Read once, before the first render: after in-browser navigation, the
 * mark of the page shown (page-ads.tsx) says nothing about the document's policy.
 */
export const documentAllowsAds = typeof document === 'undefined' || document.querySelector('meta[name="ad-policy"]') !== null

declare global {
  // oxlint-disable-next-line no-var -- so it is declared on the window
  var adsbygoogle: unknown[] | undefined
}

const SCRIPT = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'
let isLoading = false

/** Fills the next empty `ins` of the page; loads the ad program's script on first use. */
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

/** Reloads on pages where no third-party scripts may run (the back office, a login), to leave a document that allows them. */
export function leaveAds(): void {
  if (documentAllowsAds) location.reload()
}
