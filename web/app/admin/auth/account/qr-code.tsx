import { encode } from 'uqr'

/** Quiet modules around the code, as scanners want them. */
const BORDER = 4

/** A text as a QR code: dark on light whatever the colours around it, since that is what scanners look for. */
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
