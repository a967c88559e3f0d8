import type { TestApp } from '../../../../../test/helpers/app.ts'
import { made, rows, subscribe } from './client.ts'

/** The active subscriptions: address and type. */
export async function active(app: TestApp): Promise<string[]> {
  return (await rows(app))
    .filter((row) => row.active)
    .map((row) => `${row.email_key} ${row.type}`)
    .toSorted()
}

/** Subscriptions of three clients and two addresses. Resolves to the token of the first. */
export async function many(app: TestApp): Promise<string> {
  const { token } = await made(app)
  await subscribe(app, { cityLat: 10 })
  await subscribe(app, { clientId: 'client-2', type: 'city_weekly' })
  await subscribe(app, { clientId: 'client-3', type: 'newsletter', email: 'ADA@example.org' })
  await subscribe(app, { email: 'eve@example.org' })
  return token
}
