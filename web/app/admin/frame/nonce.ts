/**
 * The nonce of the page's policy, for styles created in the browser. Browsers hide a script's nonce attribute, but not its property.
 */
export function readStyleNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}
