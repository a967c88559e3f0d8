import { type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Says on the document that scripts have taken over, for styles and for tests. Around the router, not beside it: ids of `useId` count siblings. */
function Ready({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['ready'] = 'yes'
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Ready>
        <HydratedRouter />
      </Ready>
    </StrictMode>,
  )
})
