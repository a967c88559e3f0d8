import { type ApiDocument, examplesOf, exampleUrl, operationsOf } from '../../test/helpers/openapi.ts'
import { recordAnswer, type Target } from './record.ts'
import { CRON_SECRET, type StandIns } from './stand-ins.ts'

/** After all others: it changes the password of the examples. */
const LAST = 'changePassword'

/** Every operation of the API's document, by its example. */
export async function exerciseRoutes({ visitor, standIns, record }: Target): Promise<void> {
  const document = (await visitor.ask('GET', '/api/openapi.json')).body as ApiDocument
  const { body: made } = await visitor.ask('POST', '/api/admin/client-keys', {
    isOwner: true,
    body: { name: 'Exercises', scopes: ['weather', 'webhooks'] },
  })
  const [last, first] = [true, false].map((isLast) =>
    operationsOf(document).filter(({ operation }) => (operation.operationId === LAST) === isLast),
  )
  for (const each of [...(first ?? []), ...(last ?? [])]) {
    const schemes = new Set((each.operation.security ?? []).flatMap(Object.keys))
    const isPublic = each.operation.security?.some((needed) => Object.keys(needed).length === 0) === true
    const body = sendToStandIns(examplesOf(each.operation.requestBody?.content['application/json'])[0], standIns)
    const answer = await visitor.ask(each.method, exampleUrl(each), {
      isOwner: schemes.has('adminSession'),
      headers: {
        ...(schemes.has('cronSecret') && { authorization: `Bearer ${CRON_SECRET}` }),
        ...(schemes.has('clientKeyHeader') && !isPublic && { 'x-api-key': made.secret as string }),
      },
      ...(body !== undefined && { body }),
    })
    record(recordAnswer('route', `${each.method} ${each.path}`, answer))
  }
}

/** An example with the addresses of stand-ins, so that none on the Internet is called. */
function sendToStandIns(example: unknown, { simulator, push }: StandIns): unknown {
  if (example === undefined) return undefined
  const text = JSON.stringify(example).replaceAll('https://alerts.metservice.com', simulator.url)
  return JSON.parse(text.replaceAll('https://updates.push.services.mozilla.com', push.origin))
}
