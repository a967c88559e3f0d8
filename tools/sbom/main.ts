import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Manifest {
  devDependencies?: unknown
}
interface Lock {
  packages: Record<string, Manifest & { dev?: boolean; devOptional?: boolean }>
}

const MAX_BYTES = 64 * 1024 * 1024

async function read<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')) as T
}

/**
 * Prints the bill of materials of what ships, as CycloneDX, with npm's own command. `npm sbom --omit dev` (npm 11) also leaves out shipped
 * packages that a development dependency needs as well, so it gets a lock file without development dependencies.
 */
async function run(): Promise<void> {
  const manifest = await read<Manifest>('package.json')
  const lock = await read<Lock>('package-lock.json')
  delete manifest.devDependencies
  delete lock.packages['']?.devDependencies
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages))
    if (dev === true || devOptional === true) delete lock.packages[path]
  const folder = await mkdtemp(join(tmpdir(), 'isobar-sbom-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const options = { cwd: folder, maxBuffer: MAX_BYTES, shell: process.platform === 'win32' }
    const { stdout } = await promisify(execFile)('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], options)
    // npm names it after its folder.
    const sbom = JSON.parse(stdout) as { metadata: { component: { name: string } } }
    sbom.metadata.component.name = 'isobar'
    process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await run()
