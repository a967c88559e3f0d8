import { formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../../admin/access/index.ts'
import { addressFilter, buildAddressSearch } from '../../../../admin/address-search.ts'
import { registerListRoute } from '../../../../admin/list-route.ts'
import { mapListing } from '../../../../platform/http/schema/listing.ts'
import { periodFilters, parsePeriodFilter } from '../../../../platform/http/schema/period-filter.ts'
import { buildResponseEntry, buildErrorResponses, NullableInstant } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { SubscriptionAnswer, SubscriptionEdit } from '../schemas.ts'
import { toPublicSubscription } from '../subscription.ts'
import { DEACTIVATORS, SUBSCRIPTION_TYPES } from '../tables.ts'
import type { SubscriptionAdmin } from './service.ts'
import type { VersionedSubscription } from './store.ts'

const tags = ['Admin: subscriptions']
const { clientId: _client, unsubscribe_token: _token, confirmed: _confirmed, email: _email, ...shown } = SubscriptionAnswer.properties

const SubscriptionItem = Type.Object(
  {
    ...shown,
    email: Type.String({ description: 'Masked for viewers' }),
    confirmed: Type.Boolean({ description: 'Nothing is sent until confirmed' }),
    deactivatedAt: NullableInstant,
    deactivatedBy: Type.Union([Type.Enum([...DEACTIVATORS]), Type.Null()], {
      description: 'client: through the API; mail: through a link in an email; admin: in the back office',
    }),
    version: Type.Integer({ minimum: 0 }),
  },
  { title: 'SubscriptionItem' },
)
type SubscriptionItem = Static<typeof SubscriptionItem>

const EXAMPLE: SubscriptionItem = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  email: 'ada@example.org',
  type: 'city_alerts',
  cityName: 'Berlin',
  cityLat: 52.52,
  cityLon: 13.405,
  frequency: 'immediate',
  alertOnRain: true,
  alertOnStorm: false,
  alertPrefs: { wind: { minGustKmh: 75 } },
  active: true,
  confirmed: true,
  lang: 'de',
  mailLang: 'de',
  units: 'metric',
  timezone: 'Europe/Berlin',
  createdAt: '2026-11-01T09:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  deactivatedAt: null,
  deactivatedBy: null,
  version: 1207,
}

/** GET and PATCH /api/admin/subscriptions */
export function registerSubscriptionAdmin(app: HttpServer, subscriptions: SubscriptionAdmin): void {
  registerListRoute(app, '/api/admin/subscriptions', {
    operationId: 'listAllSubscriptions',
    tags,
    summary: 'List subscriptions',
    description: 'Viewers see masked addresses and cannot search for them. Totals and series are in the email summary.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: {
      type: Type.Optional(Type.Enum([...SUBSCRIPTION_TYPES], { description: 'Only this type' })),
      active: Type.Optional(Type.Boolean({ description: 'Only active or only inactive' })),
      confirmed: Type.Optional(Type.Boolean({ description: 'Only confirmed or only unconfirmed' })),
      lang: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\u0000]*$', description: 'Only this language' })),
      ...addressFilter,
      ...periodFilters,
    },
    item: SubscriptionItem,
    title: 'SubscriptionItems',
    example: EXAMPLE,
    list({ email, ...query }, request) {
      const search = buildAddressSearch(request, email)
      const list = subscriptions.list({ ...query, ...parsePeriodFilter(query), ...search })
      return mapListing(list, (subscription) => itemOf(subscription, search.searchesAddresses))
    },
  })

  app.patch(
    '/api/admin/subscriptions',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'updateAnySubscription',
        tags,
        summary: 'Change, end or reactivate a subscription',
        description: 'A subscription ended by its subscriber can only be reactivated by the subscriber.',
        body: { ...SubscriptionEdit, examples: [{ id: EXAMPLE.id, active: false }] },
        response: {
          200: buildResponseEntry(Type.Object({ subscription: SubscriptionItem }), 'Changed', {
            subscription: { ...EXAMPLE, active: false, deactivatedAt: '2026-11-21T03:00:00Z', deactivatedBy: 'admin', version: 1208 },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'limit_reached']),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const subscription = await subscriptions.edit(body, getAdminContext(request).actor)
      return reply.send({ subscription: itemOf(subscription, true) })
    },
  )
}

function itemOf(subscription: VersionedSubscription, seesAddresses: boolean): SubscriptionItem {
  const { email, ended, confirmation, version } = subscription
  return {
    ...toPublicSubscription(subscription),
    email: seesAddresses ? email : maskEmail(email),
    confirmed: confirmation.isConfirmed,
    deactivatedAt: ended === null ? null : formatInstant(ended.at),
    deactivatedBy: ended?.by ?? null,
    version,
  }
}
