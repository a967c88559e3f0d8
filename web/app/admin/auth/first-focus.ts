import { useEffect, useRef } from 'react'

/** For the one field that a page is there for: it has the focus from the start. */
export function useFirstFocus<E extends HTMLElement>() {
  const field = useRef<E>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
