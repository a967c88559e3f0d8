import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import PostalMime from 'postal-mime'
import { createFileTransport, deleteMailFiles } from './file-transport.ts'
import { MailFailure } from './transport.ts'

const FROM = { name: 'Isobar', address: 'no-reply@localhost' }

async function place(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'isobar-mail-'))
  t.after(() => rm(dir, { recursive: true }))
  return dir
}

const message = (id: string, subject = 'Rain') => ({
  id,
  to: 'ann@example.org',
  subject,
  text: 'Rain',
  html: '<p>Rain</p>',
  lang: 'en',
  date: Date.parse('2026-11-21T06:07:08Z'),
  unsubscribeUrl: null,
  listId: null,
})

describe('mail in files', () => {
  it('is readable only by its owner, one file for each mail however often it is sent', async (t) => {
    const directory = join(await place(t), 'data', 'mail')
    const transport = createFileTransport({ directory, from: FROM })
    await transport.verify()
    assert.equal(await transport.send(message('a', 'Rain')), 'written to 2026-11-21-a.eml')
    await transport.send(message('b'))
    await transport.send(message('a', 'Rain again'))
    assert.deepEqual((await readdir(directory)).toSorted(), ['2026-11-21-a.eml', '2026-11-21-b.eml'])
    assert.equal((await stat(directory)).mode & 0o777, 0o700)
    assert.equal((await stat(join(directory, '2026-11-21-a.eml'))).mode & 0o777, 0o600)
    const mail = await PostalMime.parse(await readFile(join(directory, '2026-11-21-a.eml')))
    assert.deepEqual({ subject: mail.subject, messageId: mail.messageId }, { subject: 'Rain again', messageId: '<a@localhost>' })
  })

  it('keeps the newest files, and those that are not its own', async (t) => {
    const directory = await place(t)
    await writeFile(join(directory, 'notes.txt'), '')
    for (const day of ['01', '02', '03']) await writeFile(join(directory, `2026-11-${day}-x.eml`), '')
    await createFileTransport({ directory, from: FROM, maxFiles: 2 }).send(message('a'))
    assert.deepEqual((await readdir(directory)).toSorted(), ['2026-11-03-x.eml', '2026-11-21-a.eml', 'notes.txt'])
  })

  it('reports a directory that cannot be written to as unreachable', async (t) => {
    const file = join(await place(t), 'file')
    await writeFile(file, '')
    const transport = createFileTransport({ directory: join(file, 'mail'), from: FROM })
    const unreachable = (error: unknown) => error instanceof MailFailure && error.kind === 'unreachable' && /ENOTDIR/.test(error.message)
    await assert.rejects(transport.send(message('a')), unreachable)
    await assert.rejects(transport.verify(), unreachable)
  })
})

it('deletes the files of mails to an address, however old and however it is spelled, and no others', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'isobar-mail-files-'))
  t.after(() => rm(directory, { recursive: true }))
  const transport = createFileTransport({ directory, from: { name: 'Isobar', address: 'no-reply@weather.example' } })
  const write = (id: string, to: string, date: string) =>
    transport.send({
      id,
      to,
      subject: 'A mail',
      html: '<p>To: ada@example.org</p>',
      text: 'To: ada@example.org',
      lang: 'en',
      date: Date.parse(date),
      unsubscribeUrl: null,
      listId: null,
    })
  const long = `${'l'.repeat(64)}@${'d'.repeat(60)}.${'e'.repeat(60)}.example`
  await write('a', 'Ada@Example.org', '2020-01-01T00:00:00Z')
  await write('b', 'ada@example.org', '2026-07-01T00:00:00Z')
  await write('c', 'bob@example.org', '2026-07-01T00:00:00Z')
  await write('d', long, '2026-07-01T00:00:00Z')
  await writeFile(join(directory, '2026-07-01-e.eml.part'), 'From: x@example.org\r\nTo: Ada <ada@example.org>\r\n\r\nhalf')
  await writeFile(join(directory, 'notes.txt'), 'To: ada@example.org\r\n\r\n')
  assert.equal(await deleteMailFiles(directory, 'ada@example.org'), 3)
  assert.equal(await deleteMailFiles(directory, long), 1)
  assert.deepEqual((await readdir(directory)).toSorted(), ['2026-07-01-c.eml', 'notes.txt'])
  assert.equal(await deleteMailFiles(join(directory, 'none'), 'ada@example.org'), 0)
})
