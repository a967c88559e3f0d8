import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildPages } from '../tools/build/pages.ts'
import { buildService } from '../tools/build/service.ts'
import { releasedFiles, unlinkMissing } from '../tools/release/contents.ts'
import { MAX_MEGABYTES } from '../tools/release/limits.ts'
import { changelogFault, type Lock, type Manifest, releaseLock, releaseManifest } from '../tools/release/manifest.ts'

const ROOT = new URL('../', import.meta.url)
const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as T

/** `npm run release -- --try` installs and starts a release; this test checks its contents. */
describe('a release', () => {
  const manifest = read<Manifest>('package.json')
  const lock = read<Lock>('package-lock.json')
  const released = releaseLock(lock, manifest)

  it('has every package except the development packages', () => {
    const isDev = (path: string): boolean => lock.packages[path]?.dev === true
    const isOwn = (path: string): boolean => path.startsWith('packages/') || path.startsWith('node_modules/@isobar/')
    const others = Object.keys(lock.packages).filter((path) => !isOwn(path))
    const [dev, needed] = [others.filter(isDev), others.filter((path) => !isDev(path))]
    assert.ok(dev.length > 100 && needed.length > 100)
    assert.deepEqual(Object.keys(released.packages), needed)
    assert.ok(
      !('devDependencies' in releaseManifest(manifest)) &&
        !('workspaces' in releaseManifest(manifest)) &&
        !('devDependencies' in (released.packages[''] ?? {})),
    )
  })

  it('brings its own Node where the installed one is older than the service needs, and only there', () => {
    const [, needed] = /NEEDED = (\d+)/.exec(readFileSync(new URL('bin/isobar.js', ROOT), 'utf8')) ?? []
    const brought = Object.entries(released.packages).filter(([, { engines }]) => engines?.['node'] === `<${needed}`)
    assert.deepEqual(
      brought.map(([path]) => path).toSorted(),
      Object.keys(lock.packages)
        .filter((path) => path.startsWith('node_modules/node-') && path.endsWith('64'))
        .toSorted(),
    )
    assert.equal(brought.length, 5)
  })

  it('names its commit, if there is one', () => {
    assert.equal(releaseManifest(manifest, 'c0ffee').gitHead, 'c0ffee')
    assert.ok(!('gitHead' in releaseManifest(manifest)))
  })

  it('keeps start and the commands, without the build tools', () => {
    const { scripts } = releaseManifest(manifest)
    assert.equal(scripts['start'], 'exec node bin/isobar.js serve')
    for (const [name, command] of Object.entries(scripts)) assert.match(command, /^(?:exec )?node bin\/isobar\.js/, name)
  })

  it('runs no script when it is installed', () => {
    assert.deepEqual(
      Object.keys(releaseManifest(manifest).scripts).filter((name) => /install|prepare|pack/.test(name)),
      [],
    )
  })

  it('has no sources, so that it runs what was built, and the documents for operators', async () => {
    await buildPages()
    await buildService()
    const files = await releasedFiles(fileURLToPath(ROOT))
    assert.deepEqual(
      files.filter((file) => /\.tsx?$|^docs\/decisions|fixtures|testing/.test(file)),
      [],
    )
    for (const file of ['bin/isobar.js', 'docs/operations.md', 'docs/warnings.md', 'src/features/mail/templates/frame.mjml'])
      assert.ok(files.includes(file), file)
  })

  it('has documents whose links lead to what it contains', () => {
    const document =
      'See [here](operations.md#one-node), ![a picture](mails/a.png) [why](decisions/0001-x.md), [there](https://a.example/b.md) and [below](#c).'
    assert.equal(
      unlinkMissing('docs/deployment.md', document, new Set(['docs/operations.md'])),
      'See [here](operations.md#one-node), a picture why, [there](https://a.example/b.md) and [below](#c).',
    )
  })

  it('is refused for a version about which the changelog says nothing', () => {
    const changelog = '# Changelog\n\n## 1.1.0\n\n## 1.0.0\n\n- A line.\n'
    assert.equal(changelogFault(changelog, '1.0.0'), null)
    assert.match(changelogFault(changelog, '1.1.0') ?? '', /says nothing about 1\.1\.0/)
    assert.match(changelogFault(changelog, '1.0') ?? '', /no entry/)
    assert.equal(changelogFault(readFileSync(new URL('CHANGELOG.md', ROOT), 'utf8'), manifest.version), null)
  })

  it('is named by the version and the sizes that are checked', () => {
    const deployment = readFileSync(new URL('docs/deployment.md', ROOT), 'utf8')
    const { packed, installed } = MAX_MEGABYTES
    assert.match(deployment, new RegExp(`at most ${packed} MB to download and ${installed} MB installed`))
    for (const file of ['docs/deployment.md', 'docs/command-line.md', 'packages/client/README.md'])
      for (const [name, version] of readFileSync(new URL(file, ROOT), 'utf8').matchAll(/isobar(?:-client)?-(\d+\.\d+\.\d+)/g))
        assert.equal(version, manifest.version, `${file}: ${name}`)
  })
})
