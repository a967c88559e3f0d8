import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../../../errors.ts'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import { hasBearerToken } from '../../../platform/http/server/bearer.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { buildFinishedAnswer, buildRunningAnswer, type SettledMails } from './answer.ts'
import type { MailJobName } from './job.ts'
import { CronQuery, WEATHER_ALERTS_EXAMPLE, WeatherAlertsAnswer, WEEKLY_DIGESTS_EXAMPLE, WeeklyDigestsAnswer } from './schemas.ts'
import type { Jobs } from './service.ts'

export interface CronRoutes {
  readonly jobs: Jobs
  /** CRON_SECRET; null: calls are refused. */
  readonly cronSecret: string | null
  /** Called when a cron request is refused. */
  readonly onRefused: (request: FastifyRequest) => void
  /** Waits until a run's mails are settled, up to the given time. */
  readonly mailsSettled: (runId: string, withinMs: number) => Promise<SettledMails>
}

/** How long an answer waits for its run's mails to be sent. */
const MAIL_WAIT_MS = 10_000

interface CronRoute {
  readonly path: string
  readonly job: MailJobName
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly answer: TSchema
  readonly example: object
}

const ROUTES: readonly CronRoute[] = [
  {
    path: '/api/cron/weekly-digests',
    job: 'weekly-digests',
    operationId: 'runWeeklyDigests',
    summary: 'Send the digests that are due',
    description:
      'One email per address with all its cities and the newsletter, once per frequency and calendar period (UTC), no matter how often this is called.',
    answer: WeeklyDigestsAnswer,
    example: WEEKLY_DIGESTS_EXAMPLE,
  },
  {
    path: '/api/cron/weather-alerts',
    job: 'weather-alerts',
    operationId: 'runWeatherAlerts',
    summary: 'Send the weather alerts that are due',
    description: 'Checks the preferences of all alert subscriptions against three sources, place by place, and sends each hazard once.',
    answer: WeatherAlertsAnswer,
    example: WEATHER_ALERTS_EXAMPLE,
  },
]

const WAITS =
  ' Answers when the run has ended and its emails are sent, or a few seconds later; disconnecting does not stop it. One run at a time across all nodes: further calls answer `already_running`. Requires `Authorization: Bearer` with the CRON_SECRET of the server.'

/** GET /api/cron/weekly-digests, /api/cron/weather-alerts */
export function registerCron(app: HttpServer, { jobs, cronSecret, onRefused, mailsSettled }: CronRoutes): void {
  const closing = new AbortController()
  // Requests that wait for a run are answered while the process still accepts them.
  app.addHook('preClose', async () => {
    closing.abort()
    await jobs.close()
  })
  const left = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))

  async function settled(runId: string): Promise<SettledMails> {
    const nobodyWaits = left.then(() => mailsSettled(runId, 0))
    return Promise.race([mailsSettled(runId, MAIL_WAIT_MS), nobodyWaits])
  }

  for (const route of ROUTES) {
    app.get(
      route.path,
      {
        // A HEAD would run the job, too.
        exposeHeadRoute: false,
        schema: {
          operationId: route.operationId,
          tags: ['Operations'],
          summary: route.summary,
          description: route.description + WAITS,
          security: [{ cronSecret: [] }],
          querystring: CronQuery,
          response: {
            200: buildResponseEntry(route.answer, 'Result of the run', route.example),
            ...buildErrorResponses(['invalid_request', 'unauthorized', 'service_unavailable']),
          },
        },
        onRequest: authorised,
      },
      async (request, reply) => {
        const dryRun = ['1', 'true'].includes((request.query as CronQuery).dryRun ?? '0')
        const started = await jobs.start(route.job, { trigger: 'cron', dryRun })
        reply.header('cache-control', NO_STORE)
        if (started.kind !== 'started') {
          if (started.kind === 'already_running') return reply.send(buildRunningAnswer(route.job, started.run))
          throw new AppError('internal_error', 'The job was not started.')
        }
        const run = await started.finished
        // Like every answer during shutdown, it is the last on its connection.
        if (closing.signal.aborted) reply.header('connection', 'close')
        const mails = dryRun ? { sent: 0, failed: 0, suppressed: 0 } : await settled(started.runId)
        return reply.send(buildFinishedAnswer(route.job, run, mails, dryRun))
      },
    )
  }

  function authorised(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    if (hasBearerToken(request.headers.authorization, cronSecret)) return done()
    reply.header('www-authenticate', 'Bearer')
    onRefused(request)
    done(new AppError('unauthorized', 'The cron secret is missing or wrong.'))
  }
}
