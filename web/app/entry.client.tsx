import { type ReactNode, startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Marks the document as hydrated, for styles and tests. It wraps the router, since a sibling would change the ids of `useId`. */
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
