import assert from 'node:assert/strict'
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryDir } from '../../../../test/helpers/embedded.ts'
import { StartupError } from '../../startup-error.ts'
import { chooseAccount, isRoot } from './account.ts'
import { prepareSocketDir } from './socket-dir.ts'

describe('prepareSocketDir', () => {
  it('creates a 0700 directory owned by the server, the same for the same cluster, and empties it', async (t) => {
    const base = temporaryDir(t)
    const account = await chooseAccount(base)
    const first = await prepareSocketDir('/data/postgres', account, [base])
    const { mode, uid } = statSync(first)
    assert.deepEqual([mode & 0o777, uid], [0o700, account?.uid ?? process.getuid?.()])
    writeFileSync(join(first, '.s.PGSQL.5432.lock'), '1\n')
    assert.equal(await prepareSocketDir('/data/postgres', account, [base]), first)
    assert.equal(existsSync(join(first, '.s.PGSQL.5432.lock')), false)
    assert.notEqual(await prepareSocketDir('/other/postgres', account, [base]), first)
  })

  it('skips places that are too long for a socket or cannot be entered', async (t) => {
    const base = temporaryDir(t)
    const long = join(base, 'l'.repeat(80))
    mkdirSync(long)
    const shut = join(base, 'shut')
    mkdirSync(shut, { mode: isRoot() ? 0o700 : 0o000 })
    const account = await chooseAccount(base)
    const made = await prepareSocketDir('/data/postgres', account, [long, shut, join(base, 'missing'), base])
    assert.equal(join(made, '..'), base)
    await assert.rejects(
      prepareSocketDir('/data/postgres', account, [long]),
      (error: Error) => error instanceof StartupError && error.message.includes('TMPDIR'),
    )
  })

  it('does not use a directory that others may enter or own', async (t) => {
    const base = temporaryDir(t)
    const account = await chooseAccount(base)
    const foreseen = await prepareSocketDir('/data/postgres', account, [base])
    chmodSync(foreseen, 0o777)
    const own = await prepareSocketDir('/data/postgres', account, [base])
    assert.ok(basename(own).startsWith(`${basename(foreseen)}-`))
    if (!isRoot()) return
    chmodSync(foreseen, 0o700)
    chownSync(foreseen, 12_345, 12_345)
    assert.notEqual(await prepareSocketDir('/data/postgres', account, [base]), foreseen)
  })
})
