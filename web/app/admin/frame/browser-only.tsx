import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import type { PageHandle } from '../../components/frame/use-site.ts'
import { createQueryClient } from '../kit/api.tsx'
import styles from './browser-only.module.css'
import './elements.css'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

/**
 * The nonce of the page's policy, for styles created in the browser. Browsers hide a script's nonce attribute, but not its property.
 */
function styleNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

/** Provides it to the package that locks scrolling under a dialog. */
function lendStyleNonce(): void {
  ;(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce()
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

export default function BrowserOnly() {
  const [queries] = useState(createQueryClient)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-left" limit={4} />
      <QueryClientProvider client={queries}>
        <Outlet />
      </QueryClientProvider>
    </MantineProvider>
  )
}
