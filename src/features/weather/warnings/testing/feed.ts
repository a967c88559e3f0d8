import { type FeedReading, ProviderFailure } from '@isobar/providers/port'
import type { Cell, OfficialWarning } from '@isobar/weather'
import type { WarningFeed } from '../feed.ts'

/** A feed whose list a test sets. It answers `unchanged` to a reader of its latest list, as feeds with validators do. */
export interface TestFeed extends WarningFeed {
  /** Replaces the list of the part. */
  publish(warnings: readonly OfficialWarning[], part?: string): void
  /** Makes the next readings fail, be incomplete, or succeed. */
  behave(how: 'well' | 'failing' | 'incomplete'): void
  readings(): number
}

export interface TestFeedOptions {
  readonly id?: string
  readonly parts?: readonly string[]
  readonly intervalSeconds?: number
  readonly covers?: (cell: Cell) => boolean
  /** As of a feed whose parts are countries. */
  readonly partsAreCountries?: true
  readonly license?: string
}

export function createTestFeed({
  id = 'test-feed',
  parts = ['all'],
  intervalSeconds = 120,
  covers,
  license = 'CC BY 4.0',
  partsAreCountries,
}: TestFeedOptions = {}): TestFeed {
  const lists = new Map<string, { readonly version: number; readonly warnings: readonly OfficialWarning[] }>()
  let how: Parameters<TestFeed['behave']>[0] = 'well'
  let readings = 0
  return {
    id,
    attribution: { name: `Feed ${id}`, text: `Warnings by ${id}`, url: 'https://warnings.example/', license },
    capability: {
      product: { id: `${id}/feed`, weight: 1 },
      intervalSeconds,
      configured: () => true,
      parts,
      ...(partsAreCountries && { partsAreCountries }),
      ...(covers === undefined ? {} : { covers: (_part: string, cell: Cell) => covers(cell) }),
      async read(part, former): Promise<FeedReading> {
        readings += 1
        if (how === 'failing') throw new ProviderFailure('unavailable', `${id} is down`)
        const { version, warnings } = lists.get(part) ?? { version: 0, warnings: [] }
        const state = { version }
        if (how === 'well' && JSON.stringify(former) === JSON.stringify(state)) return { unchanged: true }
        return { unchanged: false, complete: how === 'well', warnings, simulated: false, state: how === 'well' ? state : null, leftOut: {} }
      },
    },
    publish(warnings, part = parts[0] as string) {
      lists.set(part, { version: (lists.get(part)?.version ?? 0) + 1, warnings })
    },
    behave(next) {
      how = next
    },
    readings: () => readings,
  }
}
