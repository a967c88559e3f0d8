import type { OfficialWarning, Polygon, WarningArea } from '@isobar/weather'

/** A closed rectangle, in degrees. */
export function buildRectangle(west: number, south: number, east: number, north: number): Polygon {
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ]
}

/** An area that is a single rectangle. */
export function buildRectangleArea(...corners: Parameters<typeof buildRectangle>): WarningArea {
  return { name: 'An area', polygons: [buildRectangle(...corners)], circles: [], codes: [] }
}

/** A wind warning around Berlin for the afternoon of 2026-07-01. */
export function buildOfficialWarning(change: Partial<OfficialWarning> = {}): OfficialWarning {
  return {
    key: 'A',
    messageId: 'A.1',
    replaces: [],
    sent: '2026-07-01T11:00:00Z',
    start: '2026-07-01T12:00:00Z',
    end: '2026-07-01T20:00:00Z',
    expires: null,
    ended: false,
    senderName: 'Weather Service',
    severity: 'severe',
    severitySource: 'stated',
    urgency: 'expected',
    certainty: 'likely',
    level: { name: 'orange', color: '#fb8c00' },
    tags: ['Wind'],
    texts: [{ language: 'en', event: 'Storm', headline: null, description: 'Gusts of 100 km/h.', instruction: 'Stay inside.' }],
    areas: [buildRectangleArea(13, 52, 14, 53)],
    ...change,
  }
}
