import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Says on the document that scripts have taken over, for styles and for tests. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = 'yes'
  }, [])
  return null
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Ready />
    </StrictMode>,
  )
})
