import type { Hazard } from '@isobar/weather'
import type { AlertMatch, AlertSource, AlertTextPart } from './emails/weather-alert/data.ts'

/** Units of thresholds and peaks. */
const UNITS: Readonly<Partial<Record<Hazard, string>>> = {
  rain: 'mm/h',
  snow: 'mm/24h',
  wind: 'm/s',
  heat: '°C',
  cold: '°C',
  uv: 'index',
  airQuality: 'level',
  pollen: 'level',
  marine: 'm',
}

/** What a webhook is sent of a match (docs/deliveries.md has the fields). `eventId`: the same in all messages about one event. */
export function buildWebhookMessage(
  match: AlertMatch,
  eventId: string,
  text: AlertTextPart | undefined,
): { readonly type: string; readonly event: object } {
  const { stage, start, end } = match
  const common = { id: eventId, stage, start, end }
  if (match.kind === 'official') {
    const { hazards, event, severity, color, previousEnd, senderName, alertId, sources } = match
    return {
      type: `warning.${stage}`,
      event: {
        ...common,
        ...(previousEnd === undefined ? {} : { previousEnd }),
        hazards,
        event,
        severity,
        color,
        senderName,
        description: text?.description ?? '',
        instruction: text?.instruction ?? null,
        areas: text?.areas ?? [],
        alertId,
        alertPath: `/api/alerts/${alertId}`,
        sources: sources.map(sourceOf),
      },
    }
  }
  const { hazard, threshold, minProbability, peak, probability = null, isEndKnown = true, sources } = match
  return {
    type: `threshold.${stage}`,
    event: {
      ...common,
      isEndKnown,
      hazard,
      unit: UNITS[hazard] ?? null,
      threshold,
      ...(minProbability === undefined ? {} : { minProbability }),
      peak: peak === null ? null : { value: peak.value, at: peak.at },
      probability,
      sources: sources.map((source) => ({ ...sourceOf(source), peak: source.value })),
    },
  }
}

function sourceOf({ id, name, agrees, fetchedAt }: AlertSource) {
  return { id, name, agrees, fetchedAt }
}
