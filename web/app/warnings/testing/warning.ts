import type { Warning, WarningText } from '../collection.ts'

const ENGLISH: WarningText = { language: 'en', event: 'Storm', description: 'Gusts.', instruction: null, areas: ['Barnim'] }

interface Change extends Partial<Omit<Warning, 'texts'>> {
  readonly texts?: readonly Readonly<Omit<WarningText, 'areas'> & { areas: readonly string[] }>[]
}

/** An orange storm warning for an afternoon in Germany. */
export function buildTestStormWarning({ texts = [ENGLISH], ...change }: Change = {}): Warning {
  return {
    id: 'agency-1',
    event: 'Storm',
    language: 'en',
    kind: 'wind',
    sent: '2026-07-01T08:00:00Z',
    expires: null,
    start: '2026-07-01T12:00:00Z',
    end: '2026-07-01T20:00:00Z',
    state: 'active',
    severity: 'severe',
    severitySource: 'stated',
    color: 'orange',
    colorSource: 'level',
    level: { name: 'orange', color: '#fb8c00' },
    urgency: 'expected',
    certainty: 'likely',
    senderName: 'Weather Service',
    areas: ['Barnim'],
    outlines: null,
    unlocatedAreas: [],
    texts: texts.map((text) => ({ headline: null, ...text, areas: [...text.areas] })),
    source: 'agency',
    country: 'DE',
    timezone: null,
    cap: null,
    attribution: { name: 'agency', text: 'Warnings by agency', url: 'https://warnings.example/', license: 'CC BY 4.0' },
    ...change,
  }
}
