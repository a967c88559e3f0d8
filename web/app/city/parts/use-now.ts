import { useEffect, useState } from 'react'

const STEP_MS = 30_000

/** The current time in epoch milliseconds, ticking; null on the server and until hydration. */
export function useNow(): number | null {
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
