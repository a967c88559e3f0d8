import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createBackupReader } from './reader.ts'

const UNPACKED_CHUNK = 16 * 1024

/** Rows stay intact wherever the closing line, or a line that looks like it, is split across two chunks. */
it('rows end at their closing line, wherever chunks are split', async () => {
  for (const row of ['\\\\.x\n', '\\N\n', '\\\\.\n', '\n', '.\n', '\\N\t\\N\n'])
    for (let before = UNPACKED_CHUNK - 12; before <= UNPACKED_CHUNK + 2; before++) {
      const rows = `${'r'.repeat(before)}\n${row}${row}`
      const reader = createBackupReader(Readable.from([gzipSync(`{"table":"t"}\n${rows}\\.\n{"end":1}\n`)]), {
        keys: { signing: null, encryption: null },
      })
      assert.deepEqual(await reader.readRecord(), { table: 't' })
      const pieces = await Array.fromAsync(reader.rows())
      assert.equal(Buffer.concat(pieces).toString(), rows)
      assert.deepEqual(await reader.readRecord(), { end: 1 })
      assert.equal(await reader.readRecord(), undefined)
    }
})

it('a table without rows is read as empty', async () => {
  const reader = createBackupReader(Readable.from([gzipSync('\\.\n{"end":1}\n')]), { keys: { signing: null, encryption: null } })
  assert.deepEqual(await Array.fromAsync(reader.rows()), [])
  assert.deepEqual(await reader.readRecord(), { end: 1 })
})
