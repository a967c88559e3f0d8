import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

const AGAIN_MS = [1_500, 4_000, 10_000]

/** Reloads the page's data, a few times, while part of it is still loading. */
export function useLate(isLate: boolean): void {
  const { revalidate } = useRevalidator()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const wait = AGAIN_MS[turn]
    if (!isLate || wait === undefined) return undefined
    const timer = setTimeout(() => void revalidate().then(() => setTurn(turn + 1)), wait)
    return () => clearTimeout(timer)
  }, [isLate, turn, revalidate])
}
