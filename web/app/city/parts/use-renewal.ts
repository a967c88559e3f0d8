import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useNow } from './use-now.ts'
import { MINUTE_MS } from '../../../../src/time.ts'

const LEAST_MS = 5 * MINUTE_MS
/** The service refreshes stale weather in the background, within this time. */
const FIRST_MS = 20_000

/** Reloads the page's data when it is no longer fresh and the page is visible; after the first time at most every five minutes. */
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
