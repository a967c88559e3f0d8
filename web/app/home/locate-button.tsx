import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../api/browser.ts'
import { Icon } from '../components/icon.tsx'
import type { Messages } from '../../../src/messages/messages.ts'
import { cityPath } from '../visit/city-path.ts'
import styles from './hero.module.css'
import { MINUTE_MS } from '../../../src/time.ts'

const POSITION = { timeout: 10_000, maximumAge: 10 * MINUTE_MS }
/** About a kilometre: as precise as the weather, and no more is revealed. */
const DECIMALS = 2
/** Error code of the Geolocation API. */
const PERMISSION_DENIED = 1

type State = 'ready' | 'locating' | 'notAllowed' | 'notFound'

/** Opens the weather at the visitor's position. The browser asks for permission after the click, never before. */
export function LocateButton({ messages }: { readonly messages: Messages<'home'> }) {
  const navigate = useNavigate()
  const [state, setState] = useState<State>('ready')

  const locate = async () => {
    setState('locating')
    try {
      const { coords } = await new Promise<GeolocationPosition>((found, failed) =>
        navigator.geolocation.getCurrentPosition(found, failed, POSITION),
      )
      const [lat, lon] = [coords.latitude, coords.longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))) as [number, number]
      const named = await api.get('/api/location/name', { query: { lat, lon } }).then(
        ({ places, near }) => places[0] ?? near[0],
        () => undefined,
      )
      await navigate(cityPath({ name: named?.name ?? '', lat, lon }))
    } catch (error) {
      // Not every browser defines GeolocationPositionError.
      const isDenied = (error as Partial<GeolocationPositionError> | null)?.code === PERMISSION_DENIED
      setState(isDenied ? 'notAllowed' : 'notFound')
    }
  }

  return (
    <>
      <button type="button" className={`button plain ${styles.locate}`} disabled={state === 'locating'} onClick={() => void locate()}>
        <Icon name="here" />
        {messages.locate}
      </button>
      <p role="status" className={state === 'ready' ? 'unseen' : `small ${styles.told}`}>
        {state !== 'ready' && messages[state]}
      </p>
    </>
  )
}
