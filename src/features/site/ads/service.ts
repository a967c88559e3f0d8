import { parseJson } from '@isobar/providers/port'
import type { Foundation } from '../../../foundation.ts'
import { leaseOrFind } from '../../../platform/cache/lease.ts'
import { createBreaker } from '../../../platform/upstream/breaker.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { findAdSlot, hasAds } from '../../operations/settings/index.ts'
import { ARTWORK_SIZE } from './artwork/draw.ts'
import { type Scene, toArtworkScene } from './artwork/scene.ts'
import { FORMATS, type Placement, PLACEMENTS } from './placements.ts'
import { parsePhoto, type Photo, type PhotoService } from './unsplash.ts'

/** What a picture should match. All fields are optional. */
export interface PhotoSubject {
  readonly city?: string | undefined
  readonly country?: string | undefined
  readonly condition?: string | undefined
  readonly isDay?: boolean | undefined
}

export interface Background {
  readonly imageUrl: string
  readonly source: 'photo' | 'artwork'
  readonly width: number
  readonly height: number
  /** The credit of a photograph; null for the built-in artwork. */
  readonly attribution: Photo['attribution'] | null
}

export type AdService = ReturnType<typeof createAdService>

/** The ad program's scripts are loaded after consent only, wherever the visitor is: every region has rules about it. */
const CONSENT_REQUIRED = true
const NOTHING_FOUND = 'none'
/** As long as a page waits for a picture. */
const PATIENCE_MS = 3_000

/** Ads and background pictures. Photographs are cached for a day, single flight across nodes, behind a circuit breaker. */
export function createAdService(
  photos: PhotoService,
  { level, clock, onError, settings }: Pick<Foundation, 'level' | 'clock' | 'onError' | 'settings'>,
) {
  const breaker = createBreaker({ clock, failureThreshold: 3, openMs: MINUTE_MS, maxOpenMs: HOUR_MS })

  async function photo(surroundings: PhotoSubject): Promise<Photo | undefined> {
    const query = queryOf(surroundings)
    const key = `photo:${photos.id}:${query}`
    const find = async (): Promise<Photo | typeof NOTHING_FOUND | undefined> => {
      const [bytes] = await level.get([key])
      const stored = bytes ? parseJson(bytes) : undefined
      return stored === NOTHING_FOUND ? NOTHING_FOUND : parsePhoto(stored)
    }
    const outcome = await leaseOrFind(level, key, PATIENCE_MS, find)
    if (outcome.kind === 'late') return undefined
    if (outcome.kind === 'found') return outcome.value === NOTHING_FOUND ? undefined : outcome.value
    try {
      const found = await ask(query)
      if (found === undefined) return undefined
      await level.put([{ key, value: Buffer.from(JSON.stringify(found)), expiresAt: clock.now() + DAY_MS }])
      return found === NOTHING_FOUND ? undefined : found
    } finally {
      await outcome.lease.release()
    }
  }

  /** Undefined: the service was not asked. */
  async function ask(query: string): Promise<Photo | typeof NOTHING_FOUND | undefined> {
    if (!photos.mayAsk() || !breaker.enter().allowed) return undefined
    try {
      const found = await photos.find(query)
      breaker.succeed()
      return found ?? NOTHING_FOUND
    } catch (error) {
      breaker.fail()
      throw error
    }
  }

  return {
    /** The publisher, `ca-pub-…`; null until configured. */
    publisher: () => settings.current().adClientId,
    /** The placement of a slot; null: not placed. */
    placementOf(slotId: string): Placement | null {
      const values = settings.current()
      return PLACEMENTS.find((placement) => findAdSlot(values, placement) === slotId) ?? null
    },
    /** Whether pages may load the ad program's script, and for which publisher. */
    config() {
      const values = settings.current()
      return { scriptEnabled: hasAds(values), clientId: values.adClientId, consentRequired: CONSENT_REQUIRED }
    },
    placement(placement: Placement) {
      const values = settings.current()
      const { adClientId: clientId } = values
      const slotId = findAdSlot(values, placement)
      return {
        placement,
        enabled: hasAds(values) && slotId !== null,
        clientId,
        ...(slotId === null ? {} : { slotId }),
        format: FORMATS[placement],
        consentRequired: CONSENT_REQUIRED,
      }
    },
    /** A photograph if the service has one in time, else the built-in artwork. Never fails. */
    async background(surroundings: PhotoSubject): Promise<Background> {
      const found = photos.configured()
        ? await photo(surroundings).catch((error: unknown) => onError(error, 'looking for a photograph'))
        : undefined
      return found ? { ...found, source: 'photo' } : artworkFor(surroundings)
    },
  }
}

function artworkFor({ condition, isDay = true }: PhotoSubject): Background {
  return { imageUrl: artworkPath(toArtworkScene(condition), isDay), source: 'artwork', ...ARTWORK_SIZE, attribution: null }
}

function artworkPath(scene: Scene, isDay: boolean): string {
  return `/api/ads/artwork/${scene}-${isDay ? 'day' : 'night'}.svg`
}

/** Keeps the number of different searches, and so of calls, low: the town with its weather, or the weather alone. */
function queryOf({ city, country, condition, isDay = true }: PhotoSubject): string {
  const place = [city, country].filter((word) => word !== undefined).join(' ')
  return [place, toArtworkScene(condition), 'sky', isDay ? '' : 'night']
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase()
}
