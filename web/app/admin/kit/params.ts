import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

type Changes = Readonly<Record<string, string | null>>

/**
 * An address's parameters, and what changes some of them; empty and null texts go. Changes add up before the address shows them: the router computes each
 * from the address as it is shown, so that the second of two in quick succession would undo the first.
 */
export function useAddressParams(): readonly [URLSearchParams, (changes: Changes, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const change = useCallback(
    (changes: Changes, options?: NavigateOptions) => {
      latest.current = changeParams(latest.current, changes)
      setParams(latest.current, options)
    },
    [setParams],
  )
  return [params, change]
}

function changeParams(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
