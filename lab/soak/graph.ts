import type { Sample } from './sample.ts'

interface Curve {
  readonly name: string
  readonly unit: string
  readonly value: (sample: Sample) => number
}

const MB = 1e6
const CURVES: readonly Curve[] = [
  { name: 'heap', unit: 'MB', value: ({ heap }) => heap / MB },
  { name: 'memory outside the heap', unit: 'MB', value: ({ external }) => external / MB },
  { name: 'of it in caches', unit: 'MB', value: ({ cached }) => cached / MB },
  { name: 'resident memory', unit: 'MB', value: ({ rss }) => rss / MB },
  { name: 'open handles', unit: '', value: ({ handles }) => handles },
  { name: 'worst event-loop delay', unit: 'ms', value: ({ eventLoopDelayMs }) => eventLoopDelayMs },
  { name: 'database', unit: 'MB', value: ({ tables }) => Object.values(tables).reduce((sum, bytes) => sum + bytes, 0) / MB },
  { name: 'disk', unit: 'MB', value: ({ disk }) => disk / MB },
]

const WIDTH = 760
const HEIGHT = 90
const GAP = 34
const LEFT = 70

/** One strip for each measure over the same time, from zero. */
export function graphOf(samples: readonly Sample[]): string {
  const end = samples.at(-1)?.seconds ?? 1
  const strips = CURVES.map((curve, index) => stripOf(curve, samples, end, index * (HEIGHT + GAP) + GAP))
  const height = CURVES.length * (HEIGHT + GAP) + GAP
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + LEFT + 20} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${strips.join('\n')}
<text x="${LEFT}" y="${height - 10}" fill="#555">0 to ${Math.round(end / 60)} minutes</text>
</svg>
`
}

function stripOf({ name, unit, value }: Curve, samples: readonly Sample[], end: number, top: number): string {
  const most = Math.max(...samples.map(value), 1e-9)
  const points = samples.map(
    (sample) => `${(LEFT + (sample.seconds / end) * WIDTH).toFixed(1)},${(top + HEIGHT * (1 - value(sample) / most)).toFixed(1)}`,
  )
  return `<text x="${LEFT}" y="${top - 6}" fill="#222">${name}</text>
<text x="${LEFT - 6}" y="${top + 10}" text-anchor="end" fill="#555">${most.toFixed(most < 10 ? 1 : 0)} ${unit}</text>
<text x="${LEFT - 6}" y="${top + HEIGHT}" text-anchor="end" fill="#555">0</text>
<rect x="${LEFT}" y="${top}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#ccc"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#2563eb" stroke-width="1.5"/>`
}
