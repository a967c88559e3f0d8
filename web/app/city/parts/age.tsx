import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MINUTE_MS } from '../../../../src/time.ts'
import { formatAge } from '../../format/age.ts'

const STEP_MS = 30_000

/** The current time in epoch milliseconds, ticking; null on the server and until hydration. */
function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const move = () => setNow(Date.now())
    move()
    const timer = setInterval(move, STEP_MS)
    document.addEventListener('visibilitychange', move)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', move)
    }
  }, [])
  return now
}

const MIN_MS = 5 * MINUTE_MS
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
    asked.current = { at: now, wait: MIN_MS }
    void revalidate()
  }, [now, expiresAt, state, revalidate])
}

interface AgeOf {
  readonly fetchedAt: string
  /** As rendered on the server. */
  readonly ago: string
  readonly locale: string
  /** The sentence around the age, with `{ago}`. */
  readonly text?: string
}

/** A relative time that stays correct while the page is open. */
export function Age({ fetchedAt, ago: given, locale, text = '{ago}' }: AgeOf) {
  const now = useNow()
  const age = now === null ? given : formatAge((now - Date.parse(fetchedAt)) / 1_000, locale)
  return <time dateTime={fetchedAt}>{text.replace('{ago}', age)}</time>
}
