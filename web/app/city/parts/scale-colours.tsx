import type { ScaleGradient } from '../charts/temperature-scale.ts'

/** A gradient of temperature colours, for `url(#id)`. */
export function ScaleColours({
  id,
  along,
  of: { from, to, stops },
}: {
  readonly id: string
  readonly along: 'x' | 'y'
  readonly of: ScaleGradient
}) {
  const axis = along === 'x' ? { x1: from, x2: to, y1: 0, y2: 0 } : { x1: 0, x2: 0, y1: from, y2: to }
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" {...axis}>
      {stops.map(([offset, colour]) => (
        <stop key={colour} offset={offset} stopColor={`var(--degrees-${colour})`} />
      ))}
    </linearGradient>
  )
}
