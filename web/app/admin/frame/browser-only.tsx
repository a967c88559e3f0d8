import type { PageHandle } from '../../components/frame/use-site.ts'
import styles from './browser-only.module.css'
import { readStyleNonce } from './nonce.ts'

/** Provides the nonce to the package that locks scrolling under a dialog. */
function lendStyleNonce(): void {
  ;(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = readStyleNonce()
}

export const handle: PageHandle = { bare: true }

/**
 * The back office is rendered in the browser: its components set styles on their elements, which the policy allows to scripts but not in
 * the HTML. A loader that runs in the browser only makes the server stop here.
 */
export async function clientLoader(): Promise<null> {
  lendStyleNonce()
  return null
}
clientLoader.hydrate = true as const

export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <main className={styles.waiting}>
      <span className={styles.pulse} />
      <p role="status" className={styles.text}>
        Loading the back office…
      </p>
      <noscript>
        <p className={styles.text}>The back office needs JavaScript. The public site works without it.</p>
      </noscript>
    </main>
  )
}

export { default } from './providers.tsx'
