/** A coast of 90,000 points around 50° N, two degrees wide to each side, as a polygon of CAP; another for each `bays`. */
export function writeLongOutline(lon: number, bays = 37): string {
  const points = Array.from({ length: 90_000 }, (_, index) => {
    const turn = (index / 90_000) * 2 * Math.PI
    const radius = 2 + 0.2 * Math.sin(bays * turn)
    return `${(50 + radius * Math.sin(turn)).toFixed(5)},${(lon + radius * Math.cos(turn)).toFixed(5)}`
  })
  return [...points, points[0]].join(' ')
}

/** A warning of wind for the polygon. */
export const writeWindWarning = (id: string, polygon: string): string => `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>${id}</identifier><sender>office</sender><sent>2026-07-01T08:00:00Z</sent><status>Actual</status><msgType>Alert</msgType>
  <scope>Public</scope><info><category>Met</category><event>Wind</event><urgency>Future</urgency><severity>Severe</severity>
  <certainty>Likely</certainty><onset>2026-07-01T08:00:00Z</onset><expires>2026-07-02T08:00:00Z</expires><headline>Wind</headline>
  <area><areaDesc>${id}</areaDesc><polygon>${polygon}</polygon></area></info></alert>`
