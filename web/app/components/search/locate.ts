import { MINUTE_MS } from '../../../../src/time.ts'
import { api } from '../../api/browser.ts'
import { writeCityPath } from '../../visit/city-path.ts'

const POSITION = { timeout: 10_000, maximumAge: 10 * MINUTE_MS }
/** About a kilometre: as precise as the weather, and no more is revealed. */
const DECIMALS = 2
/** Error code of the Geolocation API. */
const PERMISSION_DENIED = 1

/** State of the search for the visitor's position; each but `ready` is a message of the area `search`. */
export type Locating = 'ready' | 'locating' | 'notAllowed' | 'notFound'

/** Opens the weather at the visitor's position. Call it after a click only: the browser asks for permission. */
export async function openHere(navigate: (path: string) => unknown, show: (state: Locating) => void): Promise<void> {
  show('locating')
  try {
    const { coords } = await new Promise<GeolocationPosition>((found, failed) =>
      navigator.geolocation.getCurrentPosition(found, failed, POSITION),
    )
    const [lat, lon] = [coords.latitude, coords.longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))) as [number, number]
    const named = await api.get('/api/location/name', { query: { lat, lon } }).then(
      ({ places, near }) => places[0] ?? near[0],
      () => undefined,
    )
    await navigate(writeCityPath({ name: named?.name ?? '', lat, lon }))
    show('ready')
  } catch (error) {
    // Not every browser defines GeolocationPositionError.
    const isDenied = (error as Partial<GeolocationPositionError> | null)?.code === PERMISSION_DENIED
    show(isDenied ? 'notAllowed' : 'notFound')
  }
}
