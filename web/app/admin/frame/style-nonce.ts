/**
 * The nonce of the page's policy, for styles that are made in the browser. It is read from a script of the page: its attribute is hidden
 * from everybody, its property is not.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

/** Where the package that locks scrolling under a dialog looks for it. */
export function lendStyleNonce(): void {
  ;(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce()
}
