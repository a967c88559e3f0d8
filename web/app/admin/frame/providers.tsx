import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '../kit/api.tsx'
import { usePhone } from '../kit/use-phone.ts'
import './elements.css'
import { readStyleNonce } from './nonce.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

/** What every page of the back office is in. */
export default function Providers() {
  const [queries] = useState(createQueryClient)
  // At the bottom of a phone is the button that is pressed next.
  const isPhone = usePhone()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={readStyleNonce}
    >
      <Notifications position={isPhone ? 'top-center' : 'bottom-left'} limit={4} />
      <QueryClientProvider client={queries}>
        <Outlet />
      </QueryClientProvider>
    </MantineProvider>
  )
}
