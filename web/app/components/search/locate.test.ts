import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestGlobals } from '../../visit/testing/globals.ts'
import { type Locating, openHere } from './locate.ts'

interface Device {
  /** Where it is; an error of the Geolocation API otherwise. */
  readonly position: { readonly latitude: number; readonly longitude: number } | { readonly code: number } | null
  /** Names near there; null: the service cannot be reached. */
  readonly names?: { readonly places: readonly object[]; readonly near: readonly object[] } | null
}

const setGlobals = createTestGlobals()

/** Where a visitor with this device gets, and what they see until then. */
async function here({ position, names = null }: Device) {
  const asked: string[] = []
  const getCurrentPosition = (found: (at: object) => void, failed: (error: unknown) => void): void => {
    if (position !== null && 'latitude' in position) found({ coords: position })
    else failed(position)
  }
  const fetch = async (path: string): Promise<Response> => {
    asked.push(path)
    if (names === null) throw new TypeError('failed to fetch')
    return Response.json(names)
  }
  setGlobals({ navigator: { geolocation: { getCurrentPosition } }, fetch })
  const [shown, opened]: [Locating[], string[]] = [[], []]
  await openHere(
    (path) => opened.push(path),
    (state) => shown.push(state),
  )
  return { asked, shown, opened }
}

describe('the weather at the visitor’s position', () => {
  const position = { latitude: 52.523_456, longitude: -13.414_999 }

  it('is opened under the town’s name; the position is told to about a kilometre only', async () => {
    const names = { places: [{ name: 'Berlin' }], near: [{ name: 'Potsdam' }] }
    const { asked, shown, opened } = await here({ position, names })
    assert.deepEqual(asked, ['/api/location/name?lat=52.52&lon=-13.41'])
    assert.deepEqual({ shown, opened }, { shown: ['locating', 'ready'], opened: ['/weather/berlin-52.52,-13.41'] })
  })

  it('is opened under the name of a town near there, or of none', async () => {
    const near = await here({ position, names: { places: [], near: [{ name: 'Potsdam' }] } })
    assert.deepEqual(near.opened, ['/weather/potsdam-52.52,-13.41'])
    for (const names of [{ places: [], near: [] }, null])
      assert.deepEqual((await here({ position, names })).opened, ['/weather/place-52.52,-13.41'])
  })

  it('is not opened without permission, and says so; nor if the device does not know where it is', async () => {
    assert.deepEqual(await here({ position: { code: 1 } }), { asked: [], shown: ['locating', 'notAllowed'], opened: [] })
    for (const failed of [{ code: 2 }, { code: 3 }, null])
      assert.deepEqual((await here({ position: failed })).shown, ['locating', 'notFound'])
  })
})
