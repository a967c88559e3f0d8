import { PROVIDERS } from '@isobar/providers'
import { toVariableName } from '@isobar/providers/port'
import { buildBaseUrls } from '../../packages/providers/src/testing/base-urls.ts'
import { startReceiver } from '../../src/features/clients/webhooks/testing/receiver.ts'
import { startPushService } from '../../src/features/subscribers/push/testing/push-service.ts'
import { PATIENT } from '../../test/helpers/service-process.ts'
import { startSmtpServer } from '../../test/helpers/smtp-server.ts'
import { UNLIMITED } from '../../test/helpers/unlimited.ts'
import { APPLE_ENVIRONMENT, newPrivateKey } from '../../test/helpers/weatherkit.ts'
import { startAdProgramSimulator } from '../ad-program-simulator/simulator.ts'
import { startMailServiceSimulator } from '../mail-service-simulator/simulator.ts'
import { startSimulator } from '../upstream-simulator/simulator.ts'
import { FORECASTERS } from '../upstream-simulator/world.ts'

/** The account in the API document's examples. */
export const OWNER = { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'correct horse battery' }
export const CRON_SECRET = 'cron-secret-of-the-exercises'

/** What a service calls, on this machine. */
export type StandIns = Awaited<ReturnType<typeof startStandIns>>

/** Starts a stand-in for everything that a service calls. `env`: the settings with which it does. */
export async function startStandIns() {
  const [simulator, adProgram, mailService, smtp, push, receiver, collector] = await Promise.all([
    startSimulator({ port: 0 }),
    startAdProgramSimulator({ port: 0 }),
    startMailServiceSimulator({ port: 0 }),
    startSmtpServer(),
    startPushService(),
    startReceiver(),
    startReceiver(() => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' })),
  ])
  const keys = PROVIDERS.flatMap(({ id, settings: { apiKey } }) =>
    apiKey === undefined ? [] : [[toVariableName(id, 'apiKey'), apiKey.kind === 'privateKey' ? newPrivateKey() : 'simulated'] as const],
  )
  const env: Readonly<Record<string, string>> = {
    ...OWNER,
    ...UNLIMITED,
    ...PATIENT,
    CRON_SECRET,
    // Only what is asked for runs.
    SCHEDULER: 'off',
    WORKERS: '1',
    ...buildBaseUrls(simulator.url),
    ...Object.fromEntries(keys),
    ...APPLE_ENVIRONMENT,
    WEATHER_PROVIDERS: FORECASTERS.join(','),
    WARNING_FEEDS: 'dwd,eccc,met-norway,nws',
    METEOALARM_COUNTRIES: 'AT,FR',
    RADAR_SOURCE: 'dwd',
    UPSTREAM_CONTACT: 'ada@example.org',
    SMTP_URL: `${smtp.url}?starttls=off`,
    MAIL_FROM: 'Isobar <no-reply@weather.example>',
    MAIL_SERVICE_BASE_URL: mailService.url,
    WARNING_FEEDS_PRIVATE: 'on',
    WEBHOOKS_PRIVATE: 'on',
    PUSH_SERVICES: '*',
    PUSH_PRIVATE: 'on',
    AD_PROGRAM_CLIENT_ID: 'ca-pub-1234567890123456',
    AD_PROGRAM_OAUTH_CLIENT_ID: 'demo',
    AD_PROGRAM_OAUTH_CLIENT_SECRET: 'demo',
    AD_PROGRAM_BASE_URL: adProgram.url,
    AD_PROGRAM_OAUTH_BASE_URL: adProgram.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
    OTEL_TRACES_SAMPLER_ARG: '1',
  }
  return {
    env,
    simulator,
    smtp,
    push,
    receiver,
    collector,
    close: () => Promise.all([simulator, adProgram, mailService, smtp, push, receiver, collector].map((each) => each.close())),
  }
}
