/** The parts of `package.json` that a release changes or passes on. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly devDependencies?: unknown
  readonly workspaces?: unknown
  /** The commit, as npm names it. */
  readonly gitHead?: string
}

interface LockedPackage {
  readonly dev?: boolean
  /** Whether it leads to a folder of this project. */
  readonly link?: boolean
  readonly devDependencies?: unknown
  readonly workspaces?: unknown
  readonly engines?: Readonly<Record<string, string>>
}

/** The part of `package-lock.json` that is read. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** The commands that need nothing but the service. */
const RELEASED_SCRIPTS = ['migrate', 'admin', 'rotate-secret', 'backup', 'restore'] as const
/** The packages that bring Node, one for each platform. */
const NODE_PACKAGE = /^node-(?:bin-)?(?:darwin|linux|win)-/

/** The manifest of a release: without what only development needs, and with the commit if it is known. */
export function releaseManifest(developed: Manifest, gitHead?: string): Manifest {
  const manifest = withoutDevelopment(developed)
  const released = Object.fromEntries(RELEASED_SCRIPTS.map((name) => [name, manifest.scripts[name] ?? '']))
  return {
    ...manifest,
    ...(gitHead !== undefined && { gitHead }),
    scripts: { start: 'exec node bin/isobar.js serve', ...released },
  }
}

/**
 * The lock file of a release: without development packages and those of this project, whose code is in what was built, and with the packages that bring Node locked to a Node older than they are. npm
 * skips an optional package whose `engines` does not match the Node it runs on, so that 210 MB are installed only where they are needed.
 */
export function releaseLock(lock: Lock, { optionalDependencies }: Pick<Manifest, 'optionalDependencies'>): Lock {
  const older = new Map(
    Object.entries(optionalDependencies)
      .filter(([name]) => NODE_PACKAGE.test(name))
      .map(([name, version]) => [`node_modules/${name}`, `<${Number.parseInt(version, 10)}`]),
  )
  const packages = Object.entries(lock.packages).flatMap(([path, entry]): readonly (readonly [string, LockedPackage])[] => {
    if (path === '') return [[path, withoutDevelopment(entry)]]
    if (entry.dev === true || entry.link === true || path.startsWith('packages/')) return []
    const node = older.get(path)
    return [[path, node === undefined ? entry : { ...entry, engines: { node } }]]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** Why CHANGELOG.md is not ready for a release of this version; null: it is. */
export function changelogFault(changelog: string, version: string): string | null {
  const [, ...entries] = changelog.split(/^## /m)
  const [title = '', ...lines] = entries.find((entry) => entry.split(/\s/, 1)[0] === version)?.split('\n') ?? []
  if (title === '') return `CHANGELOG.md has no entry "## ${version}"`
  return lines.some((line) => line.startsWith('- ')) ? null : `CHANGELOG.md says nothing about ${version}`
}

function withoutDevelopment<T extends object>(manifest: T): T {
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== 'devDependencies' && name !== 'workspaces')) as T
}
