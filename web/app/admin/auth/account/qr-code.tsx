import { encode } from 'uqr'

/** The quiet zone around the code that scanners need, in modules. */
const BORDER = 4

/** A text as a QR code: always dark on light, which is what scanners expect. */
export function QrCode({ text, label, size = 200 }: { readonly text: string; readonly label: string; readonly size?: number }) {
  const { data, size: modules } = encode(text, { border: BORDER, ecc: 'M' })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={modules} height={modules} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
