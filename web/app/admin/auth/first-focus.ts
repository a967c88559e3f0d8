import { useEffect, useRef } from 'react'

/** Focuses a page's main field on arrival. */
export function useFirstFocus<E extends HTMLElement>() {
  const field = useRef<E>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
