import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'
import { MAX_BYTES } from './mailbox.ts'
import { readReport } from './read-report.ts'
import { createReportSandbox } from './report-sandbox.ts'
import { writeArfReport, writeDsnReport } from './testing/reports.ts'

const ID = '019aa000-0000-7000-8000-000000000001'
const read = (mail: string) => readReport(Buffer.from(mail, 'latin1'))
const kindOf = async (mail: string) => (await read(mail))?.report.kind ?? null

describe('a report about a mail', () => {
  it('is a hard bounce if the mailbox is missing, by code or by words, whatever is attached of the original', async () => {
    const found = await read(writeDsnReport(ID))
    assert.deepEqual(found, {
      mailId: ID,
      report: { kind: 'hard', status: '5.1.1', detail: 'smtp; 550 5.1.1 <ada@example.org>: user unknown in reply to RCPT TO command' },
    })
    assert.equal(await kindOf(writeDsnReport(ID, { original: 'text/rfc822-headers' })), 'hard')
    assert.equal(await kindOf(writeDsnReport(ID, { status: '5.0.0', diagnostic: 'smtp; 550 No such user here' })), 'hard')
    assert.equal(await kindOf(writeDsnReport(ID, { status: '', diagnostic: 'smtp; 550 mailbox not found' })), 'hard')
  })

  it('is read whatever the case of its names, with bare line feeds, and of the recipient that failed', async () => {
    assert.equal(await kindOf(writeDsnReport(ID).replaceAll('\r\n', '\n')), 'hard')
    assert.equal(await kindOf(writeDsnReport(ID).replace('Action: failed', 'ACTION: Failed (unknown user)')), 'hard')
    assert.equal(await kindOf(writeDsnReport(ID).replace('Status: 5.1.1', 'status: 5.1.1')), 'hard')
    assert.equal(await kindOf(writeDsnReport(ID, { original: 'message/global-headers' })), 'hard')
    const delayed = 'Final-Recipient: rfc822; bob@example.org\r\nAction: delayed\r\nStatus: 4.4.7\r\n\r\n'
    assert.equal(await kindOf(writeDsnReport(ID).replace('Final-Recipient:', `${delayed}Final-Recipient:`)), 'hard')
    assert.equal(await kindOf(writeDsnReport(ID).replace('Status: 5.1.1', 'Status: 5.1.1\r\nSTATUS: 5.2.2')), 'hard', 'the first counts')
    const found = await read(writeDsnReport(ID, { status: '5.2.2', diagnostic: '' }).replace(/^Diagnostic-Code:.*\r\n/m, ''))
    assert.deepEqual(found?.report, { kind: 'soft', status: '5.2.2', detail: 'no reason given' })
  })

  it('is a soft bounce if it was given up for another reason', async () => {
    assert.equal(await kindOf(writeDsnReport(ID, { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 mailbox full' })), 'soft')
    assert.equal(await kindOf(writeDsnReport(ID, { status: '4.4.7', diagnostic: 'X-Postfix; delivery expired' })), 'soft')
    assert.equal(await kindOf(writeDsnReport(ID, { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 unknown user is blocked' })), 'soft')
  })

  it('is a complaint if the recipient called it spam', async () => {
    assert.deepEqual(await read(writeArfReport(ID)), {
      mailId: ID,
      report: { kind: 'complaint', status: null, detail: 'feedback type abuse' },
    })
    assert.equal(await kindOf(writeArfReport(ID, 'not-spam')), null)
  })

  it('says nothing if it reports no failure, is no report, or does not name one of our mails', async () => {
    for (const action of ['delayed', 'delivered', 'relayed']) assert.equal(await kindOf(writeDsnReport(ID, { action })), null, action)
    assert.equal(await read(`Subject: hello\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\nMessage-ID: <${ID}@x>\r\n`), null)
    assert.equal(await read(writeDsnReport(ID, { original: null })), null)
    // A forger knows the address, but no Message-ID: version 7 only, and nothing of the text counts.
    assert.equal(await read(writeDsnReport('ada@example.org')), null)
    assert.equal(await read(writeDsnReport('11111111-1111-4111-8111-111111111111')), null)
    assert.equal(await read(''), null)
  })

  it('is found by the headers of the report if the original is missing', async () => {
    const replied = writeDsnReport(ID, { original: null }).replace('Subject:', `In-Reply-To: <${ID}@weather.example>\r\nSubject:`)
    assert.equal((await read(replied))?.mailId, ID)
  })

  it('is read although it was cut off in its original', async () => {
    const long = writeDsnReport(ID).replace('The week ahead', 'x'.repeat(2 * MAX_BYTES))
    assert.equal((await readReport(Buffer.from(long, 'latin1').subarray(0, MAX_BYTES)))?.report.kind, 'hard')
  })
})

describe('hostile mails', () => {
  const sandbox = createReportSandbox()
  after(() => sandbox.close())
  const nested = (depth: number) => {
    const parts = Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`)
    return parts.join('')
  }

  it('take bounded time and memory, and are passed over', async () => {
    const mails: Readonly<Record<string, string>> = {
      'very many headers': 'A: b\r\n'.repeat(MAX_BYTES / 6),
      'deep nesting': nested(2_000),
      'very many parts': `Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(MAX_BYTES / 7)}`,
      'very many recipients': writeDsnReport(ID, { action: 'delayed' }).replace('--4Z1--', 'Action: delayed\r\n\r\n'.repeat(10_000)),
      'a field folded for ever': writeDsnReport(ID, { action: `${'\r\n '.repeat(60_000)}delayed` }),
      'nul and 8 bit': writeDsnReport('\0\xff'.repeat(1_000)),
    }
    for (const [name, mail] of Object.entries(mails)) {
      const bytes = Buffer.from(mail, 'latin1').subarray(0, MAX_BYTES)
      const answer = await sandbox.run((ask) => ask(bytes)).catch((error: unknown) => error)
      assert.ok(answer === null || (answer instanceof SandboxError && answer.fault === 'cpu'), `${name}: ${String(answer)}`)
    }
    // Afterwards it works as before.
    assert.equal((await sandbox.run((ask) => ask(Buffer.from(writeDsnReport(ID)))))?.mailId, ID)
  })
})
