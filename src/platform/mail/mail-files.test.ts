import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { createFileTransport } from './file-transport.ts'
import { deleteMailFiles } from './mail-files.ts'

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
