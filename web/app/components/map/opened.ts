/** What a map needs once it is seen: in one file, which no page loads before. */
export { openMap } from './open-map.ts'
export { Picked } from './picked.tsx'
export { RadarTime } from './radar-time.tsx'
export { WindLegend } from './wind-legend.tsx'
