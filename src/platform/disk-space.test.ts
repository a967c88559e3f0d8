import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readDiskSpace, listDisks } from './disk-space.ts'

describe('the disks of folders', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isobar-disks-'))
    await mkdir(join(folder, 'backups'))
  })
  after(() => rm(folder, { recursive: true }))

  it('are each named once, by the first folder, without those that do not exist', async () => {
    const disks = await listDisks([join(folder, 'missing'), folder, join(folder, 'backups')])
    assert.deepEqual(
      disks.map((disk) => disk.folder),
      [folder],
    )
    assert.ok(disks[0]!.freeBytes > 0 && disks[0]!.totalBytes >= disks[0]!.freeBytes)
  })

  it('are unknown for a folder that does not exist', async () => {
    assert.equal(await readDiskSpace(join(folder, 'missing')), null)
  })
})
