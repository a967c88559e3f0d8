import { type ObservationCapability, ProviderFailure } from '@isobar/providers/port'
import { type Box, NO_READING, type Station, type StationReading, type StationReport } from '@isobar/weather'
import type { StationSource } from '../poller.ts'

/** A source whose stations a test sets. */
export interface TestSource extends StationSource {
  /** What its next readings say. */
  report(...reports: readonly StationReport[]): void
  /** Fails its next readings, until it reports again. */
  fail(): void
  /** The boxes that were read, with the state passed to each reading. */
  readonly read: readonly { readonly box: Box; readonly former: unknown }[]
}

/** Its readings cost no calls. Every reading of a box delivers the stations within it. */
export function createTestSource(id = 'aviation-weather', changes: Partial<ObservationCapability> = {}): TestSource {
  let reports: readonly StationReport[] | null = []
  const read: { box: Box; former: unknown }[] = []
  return {
    id,
    read,
    report: (...next) => void (reports = next),
    fail: () => void (reports = null),
    observations: {
      product: { id: `${id}/test`, weight: 1 },
      intervalSeconds: 600,
      boxDegrees: 5,
      hasHourlyGusts: false,
      configured: () => true,
      covers: () => true,
      async read(box, former) {
        read.push({ box, former })
        if (reports === null) throw new ProviderFailure('unavailable', 'the test says so')
        const within = reports.filter(
          ({ station: { lat, lon } }) => lat >= box.south && lat < box.north && lon >= box.west && lon < box.east,
        )
        return { reports: within, simulated: true, leftOut: {}, state: { readings: read.length } }
      },
      ...changes,
    },
  }
}

/** A station near Berlin and what it measured; `observedAt` is to the second. */
export function buildTestStationReport(
  observedAt: string,
  reading: Partial<StationReading> = {},
  station: Partial<Station> = {},
): StationReport {
  return {
    station: { source: 'aviation-weather', id: 'EDDB', name: 'Berlin Brandenburg', lat: 52.46, lon: 13.41, height: 48, ...station },
    reading: { ...NO_READING, observedAt, temperature: 7, ...reading },
  }
}
