import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { moveMark } from './move-mark.ts'

/** An hour or a day of the picture, in its units, and what it says of it. */
interface Slot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly day: string
  readonly lines: readonly string[]
}

interface Read {
  readonly width: number
  readonly height: number
  readonly slots: readonly Slot[]
}

interface ReaderOf {
  readonly figure: RefObject<HTMLElement | null>
  readonly keys: string
  /** Takes what is read; null: nothing is. */
  readonly onRead: (lines: readonly string[] | null) => void
}

/** Reads the picture hour by hour, in the place of its figure (`parts/meteogram.module.css`): by pointer, touch and keys, one mark over all lanes. What it says is in the picture itself. */
export function Reader({ figure, keys, onRead }: ReaderOf) {
  const [read, setRead] = useState<Read>()
  const [at, setAt] = useState(0)
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    const image = figure.current?.querySelector('img')
    if (!image) return undefined
    // Another source is loaded when the window changes its width.
    const take = () => {
      if (image.complete && image.naturalWidth > 0) void slotsIn(image.currentSrc).then(setRead, () => undefined)
    }
    take()
    image.addEventListener('load', take)
    return () => image.removeEventListener('load', take)
  }, [figure])
  const slot = read?.slots[Math.min(at, read.slots.length - 1)]
  const lines = isRead ? slot?.lines : undefined
  // With the mark, not a moment after it.
  useLayoutEffect(() => onRead(lines ?? null), [lines, onRead])
  if (read === undefined || slot === undefined) return null

  const { slots, width, height } = read
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: wide } = currentTarget.getBoundingClientRect()
    setAt(nearest(slots, ((clientX - left) / wide) * width))
    setIsRead(true)
  }
  const press = (event: KeyboardEvent) => {
    const to = moveMark(event.key, at, slots)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    setIsRead(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive
    <div
      role="application"
      aria-label={keys}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the mark
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={point}
      onPointerMove={point}
      // A finger leaves when it is lifted.
      onPointerLeave={({ pointerType }) => setIsRead(pointerType !== 'mouse')}
      onFocus={() => setIsRead(true)}
      onBlur={() => setIsRead(false)}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {isRead && <rect x={slot.x} y={slot.y} width={slot.width} height={slot.height} />}
      </svg>
    </div>
  )
}

const numberOf = (element: Element, name: string): number => Number(element.getAttribute(name))

async function slotsIn(address: string): Promise<Read> {
  const picture = await (await fetch(address)).text()
  // The page's policy forbids styles without a nonce, even in a document that is not shown.
  const svg = new DOMParser().parseFromString(picture.replace(/<style>.*?<\/style>/s, ''), 'image/svg+xml').documentElement
  return {
    width: numberOf(svg, 'width'),
    height: numberOf(svg, 'height'),
    slots: [...svg.querySelectorAll('.slot')].map((element) => ({
      x: numberOf(element, 'x'),
      y: numberOf(element, 'y'),
      height: numberOf(element, 'height'),
      width: numberOf(element, 'width'),
      day: element.getAttribute('data-day') ?? '',
      lines: (element.textContent ?? '').split('\n'),
    })),
  }
}

function nearest(slots: readonly Slot[], x: number): number {
  const distances = slots.map((slot) => Math.abs(slot.x + slot.width / 2 - x) - slot.width / 2)
  return distances.indexOf(Math.min(...distances))
}
