import PostalMime from 'postal-mime'
import { createRegister, settleBy } from '../observer/writes.ts'
import type { Doing, Operate } from './operation.ts'
import { addressOf, type Person, type Subscribed } from './people.ts'
import { knownPlace } from './places.ts'

const MAX_FOR_ONE = 15

const somebody = ({ random, world }: Doing): Person => random.pick(world.people)

/** A subscription that may still exist. */
function some({ random }: Doing, person: Person, also: (one: Subscribed) => boolean = () => true): Subscribed | undefined {
  const all = person.subscriptions.filter((one) => one.active.allowed().includes(true) && also(one))
  return all.length === 0 ? undefined : random.pick(all)
}

const asked = (person: Person) => ({ from: person.address, person: person.name })

export const subscribe: Operate = async (doing) => {
  const { random, send, world } = doing
  const person = somebody(doing)
  const again = random.next() < 0.3 ? some(doing, person, ({ type }) => type === 'city_alerts') : undefined
  if (again === undefined && person.subscriptions.length >= MAX_FOR_ONE) return listSubscriptions(doing)
  const { lat, lon, name } = knownPlace(random)
  const email = addressOf(person, person.subscriptions.length)
  const one: Subscribed = again ?? {
    email,
    type: random.pick(['newsletter', 'city_weekly', 'city_alerts', 'city_alerts']),
    lat,
    lon,
    active: createRegister(`subscription of ${email}`, false, world.writes),
    gust: createRegister<number | null>(`preferences of ${email}`, null, world.writes),
    id: null,
    token: null,
    isConfirmed: false,
  }
  if (again === undefined) person.subscriptions.push(one)
  const isCity = one.type !== 'newsletter'
  const gust = one.type === 'city_alerts' ? random.between(40, 200) : null
  const [active, prefs] = [one.active.attempt(true), one.gust.attempt(gust)]
  const { answer } = await send({
    ...asked(person),
    path: '/api/subscriptions',
    body: {
      clientId: person.clientId,
      email: one.email,
      type: one.type,
      ...(isCity ? { cityName: again === undefined ? name : 'Place', cityLat: one.lat, cityLon: one.lon } : {}),
      ...(one.type === 'city_alerts' ? { alertOnStorm: true, alertPrefs: { wind: { minGustKmh: gust } } } : {}),
      ...(one.type === 'city_weekly' ? { frequency: random.pick(['daily', 'weekly']) } : {}),
      lang: random.pick(['en', 'de', 'fr', 'es', 'ja', 'ar']),
    },
  })
  const status = answer?.status ?? null
  const isDone = settleBy(active, status)
  settleBy(prefs, status, isDone ? gustOf(answer?.json?.subscription) : null)
  if (isDone) {
    one.id = String(answer?.json?.subscription?.id)
    one.token ??= (answer?.json?.subscription?.unsubscribe_token as string | undefined) ?? null
  }
  if (isDone || status === null || status >= 500) {
    if (world.subscribedAddresses.get(one.email) !== 'acknowledged')
      world.subscribedAddresses.set(one.email, isDone ? 'acknowledged' : 'unanswered')
  }
}

export function gustOf(subscription: { alertPrefs?: { wind?: { minGustKmh?: number } | null } } | undefined): number | null {
  return subscription?.alertPrefs?.wind?.minGustKmh ?? null
}

export const changePreferences: Operate = async (doing) => {
  const person = somebody(doing)
  const one = some(doing, person, ({ id, type }) => id !== null && type === 'city_alerts')
  if (one === undefined) return subscribe(doing)
  const gust = doing.random.between(40, 200)
  const attempt = one.gust.attempt(gust)
  const { answer } = await doing.send({
    ...asked(person),
    method: 'PATCH',
    path: '/api/subscriptions',
    body: { clientId: person.clientId, id: one.id, alertPrefs: { wind: { minGustKmh: gust } } },
  })
  settleBy(attempt, answer?.status ?? null, gustOf(answer?.json?.subscription))
}

export const listSubscriptions: Operate = (doing) => {
  const person = somebody(doing)
  return doing.send({ ...asked(person), path: `/api/subscriptions?clientId=${person.clientId}` })
}

export const endSubscription: Operate = async (doing) => {
  const person = somebody(doing)
  const one = some(doing, person)
  if (one === undefined) return subscribe(doing)
  const isSame = (other: Subscribed): boolean =>
    other.type === one.type && (one.type === 'newsletter' || (other.lat === one.lat && other.lon === one.lon))
  const attempts = person.subscriptions.filter(isSame).map((each) => each.active.attempt(false))
  const { answer } = await doing.send({
    ...asked(person),
    method: 'DELETE',
    path: '/api/subscriptions',
    body: {
      clientId: person.clientId,
      types: [one.type],
      ...(one.type === 'newsletter' ? {} : { cityLat: one.lat, cityLon: one.lon }),
    },
  })
  for (const attempt of attempts) settleBy(attempt, answer?.status ?? null)
}

export const unsubscribe: Operate = async (doing) => {
  const person = somebody(doing)
  const one = some(doing, person, ({ token }) => token !== null)
  if (one === undefined) return subscribe(doing)
  // No other subscription has this address, so that the link ends only this one, with or without a scope.
  const attempt = one.active.attempt(false)
  const scope = doing.random.next() < 0.5 ? '&scope=all' : ''
  const { answer } = await doing.send({
    ...asked(person),
    method: 'POST',
    path: `/api/unsubscribe?token=${one.token}${scope}`,
    headers: { accept: 'application/json' },
  })
  settleBy(attempt, answer?.status ?? null)
}

/** Follows the link in a mail that has arrived. */
export const confirm: Operate = async (doing) => {
  const person = somebody(doing)
  const waiting = person.subscriptions.filter(({ isConfirmed }) => !isConfirmed)
  const mails = doing.rig.smtp.mails()
  for (const one of waiting) {
    const mail = mails.findLast(({ to, raw }) => to === one.email && raw.includes('confirm'))
    const token = mail === undefined ? undefined : await confirmTokenOf(mail.raw)
    if (token === undefined) continue
    const path = `/api/subscriptions/confirm?token=${token}`
    const { answer } = await doing.send({ ...asked(person), method: 'POST', path, headers: { accept: 'application/json' } })
    if (answer?.status === 200 || answer?.status === 404 || answer?.status === 409) one.isConfirmed = true
    return
  }
  return subscribe(doing)
}

async function confirmTokenOf(raw: string): Promise<string | undefined> {
  const { text } = await PostalMime.parse(raw)
  return /confirm\?token=([\w-]{43})/.exec(text ?? '')?.[1]
}
