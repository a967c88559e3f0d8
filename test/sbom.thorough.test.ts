import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { promisify } from 'node:util'

interface Component {
  readonly name: string
  readonly version: string
  readonly licenses?: readonly { readonly license?: { readonly id?: string; readonly name?: string }; readonly expression?: string }[]
}
interface LockedPackage {
  readonly version?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** "BSD", which is no identifier of a licence; its LICENSE has the text. */
const NAMED_LOOSELY: ReadonlySet<string> = new Set(['zipcodes'])

it('the bill of materials names every production dependency with its licence', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { maxBuffer: 32 * 1024 * 1024 })
  const sbom = JSON.parse(stdout) as { bomFormat: string; components: Component[] }
  assert.equal(sbom.bomFormat, 'CycloneDX')
  const named = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`))
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const shipped = Object.entries(lock.packages)
    // Besides our own packages, which are bundled.
    .filter(
      ([path, { link, dev, devOptional }]) => path.startsWith('node_modules/') && link !== true && dev !== true && devOptional !== true,
    )
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${String(version)}`)
  assert.ok(shipped.length > 50)
  assert.deepEqual(
    shipped.filter((each) => !named.has(each)),
    [],
  )
  const unlicensed = sbom.components.filter(({ name, licenses = [] }) => {
    if (NAMED_LOOSELY.has(name)) return false
    const [first] = licenses
    return first?.expression === undefined && first?.license?.id === undefined && first?.license?.name === undefined
  })
  assert.deepEqual(
    unlicensed.map(({ name }) => name),
    [],
  )
})
