import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useNow } from './use-now.ts'

const LEAST_MS = 5 * 60_000
/** What came stale is being renewed behind it, and is there soon. */
const FIRST_MS = 20_000

/** Asks anew when what is shown is no longer fresh and somebody looks at it; after the first time not more often than every five minutes. */
export function useRenewal(expiresAt: string | null): void {
  const { revalidate, state } = useRevalidator()
  const now = useNow()
  const asked = useRef<{ readonly at: number; readonly wait: number } | null>(null)
  useEffect(() => {
    if (now === null || expiresAt === null) return
    asked.current ??= { at: now, wait: FIRST_MS }
    const isTime = now >= Date.parse(expiresAt) && now - asked.current.at >= asked.current.wait
    if (!isTime || state !== 'idle' || document.hidden || !navigator.onLine) return
    asked.current = { at: now, wait: LEAST_MS }
    void revalidate()
  }, [now, expiresAt, state, revalidate])
}
