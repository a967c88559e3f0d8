import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { findNextAdminSecret, loadAdminSecret, prepareNextAdminSecret } from './admin-secret.ts'
import { readEnvironment } from './env.ts'

async function directory(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'isobar-config-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

describe('readEnvironment', () => {
  it('adds the variables of .env, and overrides nothing, not even an empty value', async (t) => {
    const path = await directory(t)
    await writeFile(join(path, '.env'), '# a comment\nISOBAR_TEST_A=file\nISOBAR_TEST_B="quoted # text"\nISOBAR_TEST_C=file\n')
    process.env['ISOBAR_TEST_A'] = 'process'
    process.env['ISOBAR_TEST_C'] = ''
    t.after(() => {
      delete process.env['ISOBAR_TEST_A']
      delete process.env['ISOBAR_TEST_C']
    })
    const { ISOBAR_TEST_A, ISOBAR_TEST_B, ISOBAR_TEST_C } = readEnvironment(path)
    assert.deepEqual(
      { ISOBAR_TEST_A, ISOBAR_TEST_B, ISOBAR_TEST_C },
      { ISOBAR_TEST_A: 'process', ISOBAR_TEST_B: 'quoted # text', ISOBAR_TEST_C: '' },
    )
  })

  it('works without .env', async (t) => {
    assert.equal(readEnvironment(await directory(t))['PATH'], process.env['PATH'])
  })
})

describe('loadAdminSecret', () => {
  it('is the configured one', async () => {
    assert.equal(await loadAdminSecret({ ADMIN_SECRET: 'set', DATA_DIR: '/nowhere' }), 'set')
  })

  it('is generated once, for the owner only', async (t) => {
    const dataDir = join(await directory(t), 'deep', 'data')
    const secret = await loadAdminSecret({ ADMIN_SECRET: null, DATA_DIR: dataDir })
    assert.match(secret, /^[\w-]{43}$/)
    assert.equal(await loadAdminSecret({ ADMIN_SECRET: null, DATA_DIR: dataDir }), secret)
    assert.equal((await stat(join(dataDir, 'admin-secret'))).mode & 0o777, 0o600)
  })

  it('is the same for concurrent starts', async (t) => {
    const dataDir = await directory(t)
    const secrets = await Promise.all(Array.from({ length: 10 }, () => loadAdminSecret({ ADMIN_SECRET: null, DATA_DIR: dataDir })))
    assert.equal(new Set(secrets).size, 1)
  })

  it('never overwrites a file that it cannot read', async (t) => {
    const dataDir = await directory(t)
    const path = join(dataDir, 'admin-secret')
    await writeFile(path, 'trunc')
    await assert.rejects(loadAdminSecret({ ADMIN_SECRET: null, DATA_DIR: dataDir }), /does not hold a secret/)
    assert.equal(await readFile(path, 'utf8'), 'trunc')
  })

  it('reports where it cannot be created', async (t) => {
    const file = join(await directory(t), 'file')
    await writeFile(file, '')
    await assert.rejects(
      loadAdminSecret({ ADMIN_SECRET: null, DATA_DIR: join(file, 'data') }),
      /file\/data\/admin-secret cannot be read or created/,
    )
  })
})

describe('nextAdminSecret', () => {
  const SECRET = 'n'.repeat(43)

  it('lies beside the old one until it replaces it', async (t) => {
    const dataDir = await directory(t)
    const config = { ADMIN_SECRET: null, DATA_DIR: dataDir }
    const old = await loadAdminSecret(config)
    const next = prepareNextAdminSecret(config, SECRET)
    assert.equal(await findNextAdminSecret(config), undefined)
    await next.write()
    assert.deepEqual(
      { loadAdminSecret: await loadAdminSecret(config), findNextAdminSecret: await findNextAdminSecret(config) },
      { loadAdminSecret: old, findNextAdminSecret: SECRET },
    )
    assert.equal((await stat(join(dataDir, 'admin-secret.next'))).mode & 0o777, 0o600)
    await next.finish()
    assert.deepEqual(
      { loadAdminSecret: await loadAdminSecret(config), findNextAdminSecret: await findNextAdminSecret(config) },
      { loadAdminSecret: SECRET, findNextAdminSecret: undefined },
    )
  })

  it('is like a generated one', () => {
    for (const secret of ['n'.repeat(42), 'n'.repeat(44), `${'n'.repeat(42)}!`])
      assert.throws(() => prepareNextAdminSecret({ DATA_DIR: '/nowhere' }, secret), /was generated/)
  })
})
