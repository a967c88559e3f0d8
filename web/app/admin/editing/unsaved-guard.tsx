import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { Confirm } from '../kit/confirm.tsx'

/** Includes the query, which selects what is edited, such as a text's language. */
const pageOf = ({ pathname, search }: Location): string => pathname + search

/** Asks before leaving a page with unsaved changes. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && pageOf(currentLocation) !== pageOf(nextLocation))
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      label="Leave page"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <Text size="sm">Your changes on this page are not saved and will be lost.</Text>
    </Confirm>
  )
}
