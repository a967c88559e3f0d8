import { type Interval } from '@isobar/weather'

/** A point of a reliability diagram; shares of 0 to 1. */
export interface ReliabilityDot {
  readonly n: number
  readonly forecast: number
  readonly observed: number
  readonly interval: Interval | null
}

const SIDE = 220
const MARGIN = 34

/** A diagram for each set side by side: observed frequency over forecast chance, 95 % intervals, the area of a dot by its cases. */
export function drawReliability(sets: readonly { readonly title: string; readonly dots: readonly ReliabilityDot[] }[]): string {
  const width = sets.length * (SIDE + MARGIN) + MARGIN
  const panels = sets.map(({ title, dots }, index) => {
    const left = MARGIN + index * (SIDE + MARGIN)
    const most = Math.max(1, ...dots.map(({ n }) => n))
    const x = (share: number) => (left + share * SIDE).toFixed(1)
    const y = (share: number) => (MARGIN + (1 - share) * SIDE).toFixed(1)
    const marks = dots.map(({ n, forecast, observed, interval }) => {
      const bar =
        interval === null ? '' : `<path d="M${x(forecast)} ${y(interval.low)}V${y(interval.high)}" stroke="#2a6fb0" stroke-opacity=".5"/>`
      return `${bar}<circle cx="${x(forecast)}" cy="${y(observed)}" r="${(1.5 + 5 * Math.sqrt(n / most)).toFixed(1)}" fill="#2a6fb0"/>`
    })
    return `<rect x="${left}" y="${MARGIN}" width="${SIDE}" height="${SIDE}" fill="#fff" stroke="#999"/><path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="3"/>
${marks.join('')}<text x="${left}" y="${MARGIN - 10}">${title}</text><text x="${left}" y="${MARGIN + SIDE + 16}">0</text><text x="${left + SIDE - 34}" y="${MARGIN + SIDE + 16}">100 %</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${SIDE + 2 * MARGIN}" font-family="sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="#f6f6f6"/>
${panels.join('\n')}
</svg>
`
}

/** How many truths fell between each two tenths of the issued distribution; even where it is calibrated. */
export function drawRanks(sets: readonly { readonly title: string; readonly shares: readonly number[] }[]): string {
  const width = sets.length * (SIDE + MARGIN) + MARGIN
  const height = SIDE / 2
  const panels = sets.map(({ title, shares }, index) => {
    const left = MARGIN + index * (SIDE + MARGIN)
    const step = SIDE / shares.length
    // The picture is 2.5 times as high as an even share.
    const bars = shares.map((share, i) => {
      const high = Math.min(height, (share * shares.length * height) / 2.5)
      return `<rect x="${(left + i * step + 1).toFixed(1)}" y="${(MARGIN + height - high).toFixed(1)}" width="${(step - 2).toFixed(1)}" height="${high.toFixed(1)}" fill="#2a6fb0"/>`
    })
    const even = (MARGIN + height * 0.6).toFixed(1)
    return `${bars.join('')}<path d="M${left} ${even}h${SIDE}" stroke="#999" stroke-dasharray="3"/><text x="${left}" y="${MARGIN - 10}">${title}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + 2 * MARGIN}" font-family="sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="#f6f6f6"/>
${panels.join('\n')}
</svg>
`
}
