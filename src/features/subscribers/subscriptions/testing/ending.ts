import type { TestApp } from '../../../../../test/helpers/app.ts'
import { makeSubscription, querySubscriptionRows, postSubscription } from './client.ts'

/** The active subscriptions: address and type. */
export async function listActiveSubscriptions(app: TestApp): Promise<string[]> {
  return (await querySubscriptionRows(app))
    .filter((row) => row.active)
    .map((row) => `${row.email_key} ${row.type}`)
    .toSorted()
}

/** Subscriptions of three clients and two addresses. Resolves to the token of the first. */
export async function createManySubscriptions(app: TestApp): Promise<string> {
  const { token } = await makeSubscription(app)
  await postSubscription(app, { cityLat: 10 })
  await postSubscription(app, { clientId: 'client-2', type: 'city_weekly' })
  await postSubscription(app, { clientId: 'client-3', type: 'newsletter', email: 'ADA@example.org' })
  await postSubscription(app, { email: 'eve@example.org' })
  return token
}
