import type { Cell, UnitSystem } from '@isobar/weather'
import { Gauge } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import { DAY_MS, HOUR_MS, toUtcDay } from '../../../time.ts'
import { registerBlendAdmin } from './admin.ts'
import { explainBlend } from './explanation.ts'
import { createFreezing } from './freezing.ts'
import { createGainStore } from './gain-store.ts'
import { findFirstGainDay } from './gains.ts'
import { createIssueStore } from './issue-store.ts'
import { createLearner } from './learner.ts'
import { findBlendMode, findBlendPlacesFault } from './mode.ts'
import { createBlendPlaceStore } from './place-store.ts'
import type { BlendTables } from './tables.ts'

export interface BlendNeeds {
  /** Id of the first provider for a cell, which the blend is compared with. */
  readonly primaryAt: (cellId: number) => string
}

/** The longest lead, a day that has to end everywhere, and days on which the database was away. */
const ISSUE_RETENTION_MS = 12 * DAY_MS
const CLOSE_WITHIN_MS = 1_500

/** From several sources one temperature and one chance of rain: learns at each place who is right, and says what it would show, and why (docs/blend.md). */
export function openBlend(foundation: Foundation<BlendTables>, { primaryAt }: BlendNeeds) {
  const { db, clock, settings, metrics, onError } = foundation
  const issues = createIssueStore(db)
  const places = createBlendPlaceStore(db)
  const gains = createGainStore(db)
  const freezing = createFreezing({ store: issues, primaryAt, onError })
  const learner = createLearner({ ...foundation, issues, places, gains })
  const modeAt = (cell: Cell) => findBlendMode(settings.current(), cell)
  const known = new Gauge({
    name: 'isobar_blend_places',
    help: 'Places that a blend was learned for, and those at which its temperatures or its chances of rain are proved to be better than those of the first source',
    labelNames: ['state'],
    registers: [metrics.registry],
  })
  settings.addCheck(({ blendPlaces }) => {
    const message = findBlendPlacesFault(blendPlaces)
    return message === null ? null : { path: 'blendPlaces', message }
  })
  return {
    modeAt,
    /** Freezes what a blend makes of a fetch. */
    onStored: freezing.add,
    flush: freezing.flush,
    learner,
    /** What a blend makes of a place's hours and why it is on or off there. Never calls a provider. */
    explain: async (gateway: Pick<Gateway, 'readBlend'>, cell: Cell, units: UnitSystem) =>
      explainBlend({ ...(await gateway.readBlend(cell)), mode: modeAt(cell) }, units, clock.now()),
    adminRoutes: (app) => registerBlendAdmin(app, foundation, gains),
    tasks: [
      {
        name: 'deleting what the blend has learned from',
        everyMs: HOUR_MS,
        async run() {
          const now = clock.now()
          await issues.deleteBefore(now - ISSUE_RETENTION_MS)
          await gains.deleteBefore(toUtcDay(findFirstGainDay(now)))
          await places.deleteBefore(toUtcDay(now - settings.current().retentionDays * DAY_MS))
          const { places: learned, proved, chanceProved } = await places.count()
          known.set({ state: 'learned' }, learned)
          known.set({ state: 'proved' }, proved)
          known.set({ state: 'chance_proved' }, chanceProved)
        },
      },
    ],
    close: () => freezing.close(CLOSE_WITHIN_MS),
  } satisfies Feature & Record<string, unknown>
}
