import { useEffect, useId, useState } from 'react'
import { api } from '../../api/browser.ts'
import { readClientId } from '../subscribe/client-id.ts'
import type { SubscriptionType } from '../subscribe/form-field.ts'
import styles from '../subscribe/subscribe.module.css'
import type { MineView } from '../subscribe/view.server.ts'

interface Mine {
  readonly id: string
  readonly type: SubscriptionType
  readonly cityName: string | null
  readonly cityLat: number | null
  readonly cityLon: number | null
  readonly email: string
  readonly confirmed?: boolean
}

/** The subscriptions made in this browser, each with a button to end it. Nothing without any, or without scripts. */
export function MySubscriptions({ messages, level }: { readonly messages: MineView; readonly level: 2 | 3 }) {
  const [mine, setMine] = useState<readonly Mine[] | 'away' | null>(null)
  const [message, setMessage] = useState('')
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'

  useEffect(() => {
    const clientId = readClientId()
    if (clientId === null) return
    let isLeft = false
    api.get('/api/subscriptions', { query: { clientId } }).then(
      ({ subscriptions }) => isLeft || setMine(subscriptions as readonly Mine[]),
      () => isLeft || setMine('away'),
    )
    return () => {
      isLeft = true
    }
  }, [])

  const remove = async ({ id: gone, type, cityName, cityLat, cityLon }: Mine) => {
    try {
      const place = cityLat === null || cityLon === null ? {} : { cityLat, cityLon }
      const { ids } = await api.delete('/api/subscriptions', { body: { clientId: readClientId() ?? '', types: [type], ...place } })
      setMine((all) => (Array.isArray(all) ? all.filter((each: Mine) => each.id !== gone && !ids.includes(each.id)) : all))
      setMessage(messages.removed.replace('{what}', () => nameOf(messages, { type, cityName })))
    } catch {
      setMessage(messages.away)
    }
  }

  if (mine === null || (mine.length === 0 && message === '')) return null
  return (
    <div className={styles.mine}>
      <Heading id={id}>{messages.title}</Heading>
      {mine === 'away' ? (
        <p className="soft">{messages.away}</p>
      ) : (
        <ul aria-labelledby={id}>
          {mine.map((each) => (
            <li key={each.id}>
              <span>
                {nameOf(messages, each)}
                <span className="soft small">
                  {` ${each.email}`}
                  {each.confirmed === false && ` (${messages.unconfirmed})`}
                </span>
              </span>
              <button
                type="button"
                className="button plain"
                aria-label={messages.removeOf.replace('{what}', () => nameOf(messages, each))}
                onClick={() => void remove(each)}
              >
                {messages.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="soft small">
        {message}
      </p>
    </div>
  )
}

function nameOf({ names }: MineView, { type, cityName }: Pick<Mine, 'type' | 'cityName'>): string {
  return cityName === null ? names[type] : `${cityName}: ${names[type]}`
}
