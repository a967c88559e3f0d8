import type { Alert } from '../../alert.ts'

/** An alert as a source might deliver it, with the fields that a test sets. */
export function buildTestAlert(fields: Partial<Alert>): Alert {
  const { source = 'nws', event = 'Wind Advisory', start = '2026-07-01T12:00:00Z' } = fields
  return {
    id: `${source}-${event}-${start}-${fields.end ?? ''}`,
    source,
    senderName: source === 'nws' ? 'NWS Norman OK' : null,
    event,
    start,
    end: '2026-07-01T18:00:00Z',
    description: '',
    instruction: null,
    severity: null,
    severitySource: fields.severity ? 'stated' : null,
    urgency: 'unknown',
    certainty: 'unknown',
    tags: [],
    areas: [],
    cancelled: false,
    ...fields,
  }
}
