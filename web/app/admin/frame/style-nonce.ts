/**
 * The nonce of the page's policy, for styles created in the browser. Browsers hide a script's nonce attribute, but not its property.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

/** Provides it to the package that locks scrolling under a dialog. */
export function lendStyleNonce(): void {
  ;(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce()
}
