import { formatInstant, toCell } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { buildAdminRoute, canSeeAddresses } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import { buildResponseEntry, buildErrorResponses, Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import type { listBounces } from '../../mail/bounces/index.ts'
import type { Outbox } from '../../mail/outbox/index.ts'
import type { PlaceAnswer, PushAnswer, Section, SubscriptionAnswer } from '../alerting/index.ts'
import type { SubscriptionType } from '../subscriptions/index.ts'
import { buildBounceSections, describeDelivery, buildReasonSection } from './explain-mail.ts'

const tags = ['Admin: subscriptions']
const ID = '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10'

const At = Type.Optional(Type.String({ format: 'date-time', description: 'A time of the last three days; omitted: now' }))
const Explanation = Type.Object(
  {
    subscriptionId: buildNullableSchema(Type.String({ format: 'uuid' }), 'The subscription; null: none, or it is gone'),
    placeName: buildNullableSchema(Type.String()),
    at: { ...Instant, description: 'Time of the run that decided, or of the question' },
    result: Type.String({ description: 'Whether there is an email, and why' }),
    sections: Type.Array(Type.Object({ title: Type.String(), lines: Type.Array(Type.String()) }), {
      description: 'What it follows from, in plain words; without addresses',
    }),
    mails: Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), state: Type.String(), createdAt: Instant }), {
      description: 'The emails of that run, or the latest, newest first',
    }),
  },
  { title: 'MailExplanation' },
)
type Explanation = Static<typeof Explanation>

const EXAMPLE: Explanation = {
  subscriptionId: ID,
  placeName: 'Berlin',
  at: '2026-11-21T03:00:00Z',
  result: 'no mail yet: quiet hours from 22:00 to 06:00 (Europe/Berlin); decided anew in each run',
  sections: [{ title: 'Events', lines: ['warning "Gale" (severe; wind), 2026-11-21T06:00:00Z to 2026-11-21T20:00:00Z, open: due (new)'] }],
  mails: [],
}
const { at, sections } = Explanation.properties
const PushExplanation = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The place of the browser' }),
    placeName: Type.String(),
    at,
    result: Type.String({ description: 'Whether there is a notification, and why' }),
    sections,
  },
  { title: 'PushExplanation' },
)
const PUSH_EXAMPLE: Static<typeof PushExplanation> = {
  id: ID,
  placeName: 'Berlin',
  at: EXAMPLE.at,
  result: 'no notification: no event is due',
  sections: EXAMPLE.sections,
}
const Params = (what: string) => Type.Object({ id: Type.String({ format: 'uuid', description: what, examples: [ID] }) })

export interface ExplainingRoutes {
  readonly explainSubscription: (id: string, at: number | null) => Promise<SubscriptionAnswer>
  readonly explainPlace: (cell: number, at: number | null) => Promise<PlaceAnswer>
  readonly explainPush: (deviceId: string, at: number | null) => Promise<readonly PushAnswer[]>
  readonly outbox: Pick<Outbox['items'], 'find' | 'findStored'>
  readonly bouncesOf: (mailId: string) => ReturnType<typeof listBounces>
  readonly subscriptionOf: (
    unsubscribeToken: string | null,
  ) => Promise<{ readonly id: string; readonly type: SubscriptionType; readonly city_name: string | null } | null>
}

/** Explanations by subscription, by email, and by place. */
export function registerExplainingAdmin(app: HttpServer, routes: ExplainingRoutes): void {
  app.get(
    '/api/admin/subscriptions/:id/explanation',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'explainSubscription',
        tags,
        summary: 'Explain why a subscriber was or was not sent an email',
        description: 'What the job would decide now from what is cached, or what a run of the last three days decided. Calls no provider.',
        params: Params('The subscription'),
        querystring: Type.Object({ at: At }),
        response: {
          200: buildResponseEntry(Explanation, 'The explanation', EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params, query }, reply) => reply.send(explanationItem(await routes.explainSubscription(params.id, instantOf(query.at)))),
  )

  app.get(
    '/api/admin/outbox/:id/explanation',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'explainMail',
        tags,
        summary: 'Explain why an email was written, and whether it was sent',
        description: 'For alerts of the last three days, with the decision of the run that wrote it.',
        params: Params('The email'),
        response: {
          200: buildResponseEntry(Explanation, 'The explanation', EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params: { id } }, reply) => reply.send(await explainMail(id, routes)),
  )

  app.get(
    '/api/admin/push-devices/:id/explanation',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'explainPushDevice',
        tags,
        summary: 'Explain why a browser was or was not notified',
        description:
          'For each of its places, what the job would decide now from what is cached, or what a run of the last three days decided. Calls no provider.',
        params: Params('The device'),
        querystring: Type.Object({ at: At }),
        response: {
          200: buildResponseEntry(
            Type.Object({ places: Type.Array(PushExplanation) }, { title: 'PushExplanations' }),
            'Its places, oldest first',
            {
              places: [PUSH_EXAMPLE],
            },
          ),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params, query }, reply) => {
      const places = await routes.explainPush(params.id, instantOf(query.at))
      return reply.send({
        places: places.map(({ at, sections, ...rest }) => ({ ...rest, at: formatInstant(at), sections: sections.map(sectionItem) })),
      })
    },
  )

  app.get(
    '/api/admin/alert-explanations',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'explainPlace',
        tags,
        summary: 'Explain who is or was notified of what at a place',
        description: 'What is known of the place, and the decision for each of its first 50 subscribers. Calls no provider.',
        querystring: Type.Object({
          lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude', examples: [52.52] }),
          lon: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude', examples: [13.41] }),
          at: At,
        }),
        response: {
          200: buildResponseEntry(
            Type.Object(
              {
                sections: Explanation.properties.sections,
                subscriptions: Type.Array(
                  Type.Object({ ...Explanation.properties, email: Type.String({ description: 'Masked for viewers' }) }),
                ),
              },
              { title: 'PlaceExplanation' },
            ),
            'The place, and its subscribers',
            { sections: EXAMPLE.sections, subscriptions: [{ ...EXAMPLE, email: 'ada@example.org' }] },
          ),
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async (request, reply) => {
      const { lat, lon, at } = request.query
      const isWhole = canSeeAddresses(request)
      const { sections, subscriptions } = await routes.explainPlace(toCell(lat, lon).id, instantOf(at))
      return reply.send({
        sections: sections.map(sectionItem),
        subscriptions: subscriptions.map(({ email, ...each }) => ({ ...explanationItem(each), email: isWhole ? email : maskEmail(email) })),
      })
    },
  )
}

async function explainMail(id: string, { outbox, bouncesOf, subscriptionOf, explainSubscription }: ExplainingRoutes): Promise<Explanation> {
  const [found, stored] = [await outbox.find(id), await outbox.findStored(id)]
  if (found === undefined || stored === undefined) throw new AppError('not_found', 'No such email; emails are deleted after 30 days')
  const subscription = await subscriptionOf(stored.unsubscribeToken)
  const isAlert = stored.template === 'weather-alert' && subscription?.type === 'city_alerts'
  const decided = isAlert ? await explainSubscription(subscription.id, stored.createdAt) : null
  return {
    subscriptionId: subscription?.id ?? null,
    placeName: subscription?.city_name ?? null,
    at: formatInstant(stored.createdAt),
    result: describeDelivery(found.mail),
    sections: [
      ...buildBounceSections(await bouncesOf(id)),
      buildReasonSection(stored, found.mail.run_id),
      ...(decided?.sections ?? []),
    ].map(sectionItem),
    mails: [],
  }
}

function instantOf(at: string | undefined): number | null {
  return at === undefined ? null : Date.parse(at)
}

function explanationItem({ at, mails, sections, ...rest }: SubscriptionAnswer): Explanation {
  return {
    ...rest,
    at: formatInstant(at),
    sections: sections.map(sectionItem),
    mails: mails.map(({ id, state, createdAt }) => ({ id, state, createdAt: formatInstant(createdAt.getTime()) })),
  }
}

const sectionItem = ({ title, lines }: Section) => ({ title, lines: [...lines] })
