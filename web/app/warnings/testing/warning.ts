import type { Warning } from '../collection.ts'

/** An orange storm warning for an afternoon in Germany. */
export function warning(change: Partial<Warning> = {}): Warning {
  return {
    id: 'agency-1',
    event: 'Storm',
    language: 'en',
    start: '2026-07-01T12:00:00Z',
    end: '2026-07-01T20:00:00Z',
    state: 'active',
    severity: 'severe',
    severitySource: 'stated',
    color: 'orange',
    colorSource: 'level',
    senderName: 'Weather Service',
    areas: ['Barnim'],
    texts: [{ language: 'en', event: 'Storm', description: 'Gusts.', instruction: null, areas: ['Barnim'] }],
    source: 'agency',
    country: 'DE',
    attribution: { text: 'Warnings by agency', url: 'https://warnings.example/', license: 'CC BY 4.0' },
    ...change,
  }
}
