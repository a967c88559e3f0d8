import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Lock, type Manifest, releaseLock, releaseManifest } from '../tools/release/manifest.ts'

const ROOT = new URL('../', import.meta.url)
const read = <T>(file: string): T => JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as T

/** `npm run release -- --try` installs and starts a release; this test checks its contents. */
describe('a release', () => {
  const manifest = read<Manifest>('package.json')
  const lock = read<Lock>('package-lock.json')
  const released = releaseLock(lock, manifest)

  it('has every package except the development packages', () => {
    const isDev = (path: string): boolean => lock.packages[path]?.dev === true
    const [dev, needed] = [Object.keys(lock.packages).filter(isDev), Object.keys(lock.packages).filter((path) => !isDev(path))]
    assert.ok(dev.length > 100 && needed.length > 100)
    assert.deepEqual(Object.keys(released.packages), needed)
    assert.ok(!('devDependencies' in releaseManifest(manifest)) && !('devDependencies' in (released.packages[''] ?? {})))
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
    for (const [name, command] of Object.entries(scripts)) assert.match(command, /^(?:exec )?node bin\/(?:isobar|trim)\.js/, name)
  })
})
