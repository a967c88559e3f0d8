import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { MAILS } from '../../../src/composition/mails.ts'
import { openStorage, type Storage } from '../../../src/composition/storage.ts'
import { insertMails, insertParts, type OutgoingMail, type RenderedMail } from '../../../src/features/mail/outbox/index.ts'
import { createMail } from '../../../src/features/mail/outbox/mail.ts'
import { createMailRenderer } from '../../../src/features/mail/templates/renderer.ts'
import { createTemplateSandbox } from '../../../src/features/mail/templates/sandbox.ts'
import { createTemplateStore } from '../../../src/features/mail/templates/store.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { parseSmtpUrl } from '../../../src/platform/mail/smtp-server.ts'
import { createSmtpTransport } from '../../../src/platform/mail/smtp-transport.ts'
import { LOAD_CORE } from '../load.ts'
import { startListening } from '../processes.ts'
import type { MeasuredRow, Pace, Round, Sample } from '../row.ts'

const MAILS_IN_ROUND = 3_000
const MAILS_IN_QUICK = 500
const PLACES = 500
const CONNECTIONS = 5
const FROM = { name: 'Isobar', address: 'no-reply@weather.example' }
const PUBLIC_URL = new URL('https://weather.example')
const UNSUBSCRIBE = { token: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', scope: 'digest' } as const

/** Digests through the outbox (leased, rendered, each marked as sent before the next uses its connection) to an SMTP server that accepts all. */
export async function* mails({ rounds, isQuick }: Pace): AsyncGenerator<MeasuredRow> {
  const measured = await compareMails(isQuick ? MAILS_IN_QUICK : MAILS_IN_ROUND, rounds)
  yield { name: 'digests sent', unit: '/s', yardstick: 'bare nodemailer', goal: { ratio: 0.5 }, rounds: measured }
}

/** The outbox and bare nodemailer with finished bodies, into the same sink, in turns. */
async function compareMails(count: number, rounds: number): Promise<Round[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  await chmod(dataDir, 0o755)
  const sink = await startListening(['lab/bench/scripts/mail-sink.ts'], {}, LOAD_CORE)
  const storage = await openStorage({ DATABASE_URL: null, DATA_DIR: dataDir }, createLogger({ level: 'error' }))
  try {
    const { render } = createMailRenderer({
      templates: MAILS,
      store: createTemplateStore(storage.database.kysely),
      publicUrl: PUBLIC_URL,
      service: 'Isobar',
      changes: { watch: () => undefined },
      onFallback: (error) => console.error(error),
      onError: (error) => console.error(error),
      sandbox: createTemplateSandbox(),
    })
    const [sample] = digests(1, '')
    if (sample === undefined) throw new Error('there is no sample digest')
    const { mail, parts } = sample
    const rendered = await render({ id: 'x', ...mail, parts, unsubscribe: UNSUBSCRIBE })
    const all: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const bare = await measured(count, () => sendBare(sink.url, count, rendered))
      const send = await prepareOutbox(storage, sink.url, count, round, render)
      all.push({ isobar: await measured(count, send), yardstick: bare })
    }
    return all
  } finally {
    await storage.close()
    await sink.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Copies of the sample digest, each showing one of many places. */
function digests(count: number, prefix: string): { mail: OutgoingMail; parts: Map<string, object> }[] {
  const sample = MAILS.find(({ id }) => id === 'weekly-digest')?.samples[0]
  if (sample === undefined) return []
  const json = JSON.stringify(sample.data)
  return Array.from({ length: count }, (_, i) => {
    const place = (id: string): string => `${id}/${i % PLACES}`
    let data = json
    for (const id of sample.parts.keys()) data = data.replaceAll(JSON.stringify(id), JSON.stringify(place(id)))
    const parts = new Map([...sample.parts].map(([id, part]) => [place(id), part]))
    const mail: OutgoingMail = {
      key: `${prefix}${i}`,
      template: 'weekly-digest',
      to: `subscriber${i}@example.org`,
      kind: 'digest',
      lang: 'en',
      units: 'metric',
      timezone: sample.timezone,
      data: JSON.parse(data) as object,
      parts: [...parts.keys()],
      unsubscribe: UNSUBSCRIBE,
    }
    return { mail, parts }
  })
}

async function sendBare(url: string, count: number, { subject, html, text }: RenderedMail): Promise<void> {
  const { hostname: host, port } = new URL(url)
  const transport = createTransport({ pool: true, host, port: Number(port), maxConnections: CONNECTIONS, maxMessages: 100 })
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const i = next++
      await transport.sendMail({
        from: FROM,
        to: `subscriber${i}@example.org`,
        subject,
        html,
        text,
        messageId: `<${i}@weather.example>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  transport.close()
}

async function prepareOutbox(
  { database }: Storage,
  url: string,
  count: number,
  round: number,
  render: Parameters<typeof createMail>[0]['render'],
): Promise<() => Promise<void>> {
  const db = database.kysely
  const runId = `00000000-0000-4000-8000-${String(round).padStart(12, '0')}`
  const decided = digests(count, `${round} `)
  await insertParts(db, new Map(decided.slice(0, PLACES).flatMap(({ parts }) => [...parts])), Date.now())
  await insertMails(
    db,
    decided.map(({ mail }) => ({ ...mail, runId })),
    Date.now(),
  )
  const server = parseSmtpUrl(`${url}?connections=${CONNECTIONS}`)
  if ('fault' in server) throw new Error(server.fault)
  return async () => {
    const mail = createMail({
      db,
      transport: createSmtpTransport({ server, from: FROM }),
      render,
      publicUrl: PUBLIC_URL.origin,
      sender: FROM.address,
      addressHash: (emailKey) => emailKey,
      clock: systemClock,
      perSecond: () => null,
      onOutcome: () => undefined,
      onError: (error) => console.error(error),
    })
    const { sent } = await mail.settled(runId, 600_000)
    if (sent !== count) throw new Error(`${sent} of ${count} mails were sent`)
    await mail.close()
  }
}

/** Mails a second. */
async function measured(count: number, work: () => Promise<void>): Promise<Sample> {
  const startedAt = performance.now()
  await work()
  return { value: (count * 1_000) / (performance.now() - startedAt), p99Ms: null }
}
