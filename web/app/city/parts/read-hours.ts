import { moveMark } from '../meteogram/move-mark.ts'

/** An hour that is read: its place in the chart, and what it says. */
export interface ReadHour {
  readonly at: number
  readonly lines: readonly string[]
}

/** Lets the chart of so many hours be read by pointer, touch and keys. `keys`: how these are used. Returns what ends it. */
export function readHours(area: HTMLElement, count: number, keys: string, onRead: (hour: ReadHour | null) => void): () => void {
  const slots = listHours(document).slice(0, count)
  const ending = new AbortController()
  if (slots.length === 0) return () => undefined
  let at = 0
  const show = (to: number) => {
    at = Math.max(0, Math.min(slots.length - 1, to))
    onRead({ at, lines: slots[at]?.lines ?? [] })
  }
  const point = ({ clientX }: PointerEvent) => {
    const chart = area.firstElementChild as SVGSVGElement
    const { left, width } = chart.getBoundingClientRect()
    // The hours begin at 0; beside them is as much space for labels at either end.
    const { x, width: all } = chart.viewBox.baseVal
    show(Math.floor(((((clientX - left) / width) * all + x) / (all + 2 * x)) * count))
  }
  const press = (event: KeyboardEvent) => {
    const to = moveMark(event.key, at, slots)
    if (to === undefined) return
    event.preventDefault()
    show(to)
    const { clientWidth, scrollWidth } = area
    area.scrollTo({ left: ((to + 0.5) / count) * scrollWidth - clientWidth / 2 })
  }
  const options = { signal: ending.signal }
  area.addEventListener('pointerdown', point, options)
  area.addEventListener('pointermove', point, options)
  // A finger leaves when it is lifted.
  area.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && onRead(null), options)
  area.addEventListener('keydown', press, options)
  area.addEventListener('focus', () => show(at), options)
  area.addEventListener('blur', () => onRead(null), options)
  area.setAttribute('role', 'application')
  area.setAttribute('aria-label', keys)
  return () => ending.abort()
}

/** The hours of the table with the meteogram, whose texts the page has already. */
function listHours(page: Document) {
  const [table] = page.querySelectorAll('section[aria-labelledby="meteogram"] table')
  const names = [...(table?.querySelectorAll('thead th') ?? [])].slice(1).map(({ textContent }) => textContent)
  return [...(table?.querySelectorAll('tbody') ?? [])].flatMap((body) => {
    const [head, ...rows] = body.querySelectorAll('tr')
    const day = head?.textContent ?? ''
    return rows.map((row) => {
      const [time, ...values] = [...row.children].map((cell) => (cell.lastElementChild ?? cell).textContent)
      return { day, lines: [`${day}, ${time}`, ...values.map((value, index) => `${names[index]}: ${value}`)] }
    })
  })
}
