import type { RefObject } from 'react'
import type { SubscribeView } from '../subscribe/view.server.ts'
import { MySubscriptions } from './my-subscriptions.tsx'
import { Notifications } from './notifications.tsx'

interface SubscribedOf {
  readonly view: SubscribeView
  /** The form whose choices notifications follow. */
  readonly form: RefObject<HTMLFormElement | null>
  readonly level: 2 | 3
  /** What the form has just created. */
  readonly created: string | undefined
}

/** What only the browser knows: whether it is notified, and what was subscribed in it. */
export function Subscribed({ view, form, level, created }: SubscribedOf) {
  return (
    <>
      {view.push !== null && view.place !== null && (
        <Notifications push={view.push} mine={view.mine} place={view.place} form={form} hasEditor={view.editor !== null} level={level} />
      )}
      <MySubscriptions key={created} messages={view.mine} level={level} />
    </>
  )
}
